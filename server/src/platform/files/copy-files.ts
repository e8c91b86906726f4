import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@malote/core/shared/errors.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * Runs `work` with copies of received files, which it may move away, and removes what is left of them. For forms whose
 * files are stored several times.
 *
 * @throws AppError UNAVAILABLE when the disk fails
 */
export async function withCopies<Result>(
  files: readonly ReceivedFile[],
  incoming: string,
  work: (copies: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  const copies = files.map((file) => ({ ...file, path: join(incoming, randomUUID()) }))
  try {
    for (const [index, { path }] of copies.entries()) await copy(files[index]?.path ?? '', path)
    return await work(copies)
  } finally {
    // A file that cannot be removed is swept later.
    await Promise.allSettled(copies.map(({ path }) => rm(path, { force: true })))
  }
}

/** Flushed like the upload itself, because files acknowledged later must survive a power failure. */
async function copy(from: string, to: string) {
  try {
    // Shares the blocks where the file system can.
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(to, 'r+')
    await handle.sync().finally(() => handle.close())
  } catch (cause) {
    throw new AppError('UNAVAILABLE', { cause })
  }
}
