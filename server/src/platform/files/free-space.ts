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

/** Bytes that are written between two questions to the file system. */
const step = 16 * 1024 * 1024

/**
 * Passes a stream on as long as the disk of `folder` keeps `reserve` bytes free.
 *
 * @throws AppError STORAGE_FULL
 */
export function spaceGuard(folder: string, reserved: number, read = statfs) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unasked = step
    for await (const chunk of chunks) {
      unasked += chunk.length
      if (reserved > 0 && unasked >= step) {
        const { bavail, bsize } = await read(folder)
        if (bavail * bsize - step < reserved) throw new AppError('STORAGE_FULL')
        unasked = 0
      }
      yield chunk
    }
  }
}
