import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const memory = '/dev/shm'

/** A run keeps about a tenth of it at any time. */
const wanted = 4 * 1024 ** 3

/**
 * A new folder for all files of a run, in memory where there is plenty: hundreds of databases are created, and on a disk
 * that takes several times the processor time.
 */
export function createRunFolder(): string {
  const folder = mkdtempSync(join(hasPlenty() ? memory : tmpdir(), 'malote-run-'))
  chmodSync(folder, 0o711) // PostgreSQL's account has access
  return folder
}

/** Containers often limit it to 64 MB, and what it holds is memory that the programs cannot use. */
function hasPlenty(): boolean {
  if (!existsSync(memory) || process.availableMemory() < 2 * wanted) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= wanted
}
