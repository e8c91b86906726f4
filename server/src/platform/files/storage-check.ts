import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { sizeInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Config } from '../settings/config.ts'
import { openStorage } from './storage.ts'

/** Whether attachments can be stored: the bucket answers, or the folder can be written. */
export async function storageCheck(config: Config): Promise<SystemCheck> {
  const head = { id: 'storage', title: 'Armazenamento dos anexos' }
  const storage = openStorage(config)
  try {
    if (config.S3_BUCKET !== undefined) await storage.installations()
    await tryToWrite(storage.incoming)
  } catch (error) {
    const [where, advice] =
      config.S3_BUCKET === undefined
        ? [`A pasta ${resolve(config.DATA_DIR)} não pode ser gravada`, 'Verifique o dono e as permissões da pasta.']
        : [`O bucket ${config.S3_BUCKET} não responde`, 'Verifique o serviço de S3_ENDPOINT e as chaves de acesso.']
    return { ...head, state: 'problem', summary: `${where}: ${reasonOf(error)}.`, advice }
  }
  const summary =
    config.S3_BUCKET === undefined
      ? `A pasta ${resolve(config.DATA_DIR)} pode ser gravada.`
      : `O bucket ${config.S3_BUCKET} responde.`
  return { ...head, state: 'ok', summary, advice: null }
}

/**
 * Creates no folder: the check also runs in tools, whose account may be another than the server's.
 *
 * @throws Error of the system when files cannot be written
 */
async function tryToWrite(folder: string): Promise<void> {
  if (!existsSync(folder)) {
    // The slash makes a file in the place of a folder an error.
    return access(`${nearestExisting(folder)}${sep}`, constants.W_OK)
  }
  const probe = join(folder, `check-${randomUUID()}`)
  try {
    await writeFile(probe, 'malote', { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(probe, { force: true })
  }
}

const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)))

/** The code of the system or of the bucket; the storage wraps it into errors of its own. */
function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, name } = one as { code?: unknown; name: string }
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code
    if (one.cause === undefined) return name === 'Error' ? one.message : name
  }
  return String(error)
}

const gigabyte = 1e9

/** Whether the disk of DATA_DIR has room. Uploads are refused below 256 MiB, and the embedded database stops at 0. */
export async function diskCheck({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, read = statfs): Promise<SystemCheck> {
  const head = { id: 'disk', title: 'Espaço em disco' }
  const { free, total } = await diskSpace(DATA_DIR, read)
  const summary = `${sizeInWords(free)} livres de ${sizeInWords(total)} no disco de ${resolve(DATA_DIR)}.`
  if (free >= 5 * gigabyte && free >= 0.1 * total) return { ...head, state: 'ok', summary, advice: null }
  const isUrgent = free < gigabyte || free < 0.03 * total
  const advice = 'Libere espaço ou aumente o disco. Quando ele enche, anexos e mudanças são recusados; nada se perde.'
  return { ...head, state: isUrgent ? 'problem' : 'warning', summary, advice }
}

/** Bytes of the disk on which DATA_DIR is; `free` are those that our account may use. */
export async function diskSpace(dataDir: string, read = statfs): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await read(nearestExisting(resolve(dataDir)))
  return { free: bavail * bsize, total: blocks * bsize }
}
