import { statfs } from 'node:fs/promises'
import { AppError } from '@malote/core/shared/errors.ts'

/** Bytes that uploads leave free: the embedded database and its log are usually on the same disk. */
const reserve = 256 * 1024 * 1024

/**
 * Asks the file system before anything is written.
 *
 * @param bytes that will be written
 * @throws AppError STORAGE_FULL
 */
export async function ensureSpace(folder: string, bytes: number, read = statfs): Promise<void> {
  const { bavail, bsize } = await read(folder)
  if (bavail * bsize - bytes < reserve) throw new AppError('STORAGE_FULL')
}
