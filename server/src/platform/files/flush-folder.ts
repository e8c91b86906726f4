import { open } from 'node:fs/promises'

/**
 * Error codes of systems that cannot flush a folder: Windows, and some network file systems. There we rely on their
 * journal.
 */
const unsupported = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP']

/** Makes the names in a folder survive a power failure, as flushing a file does for its content. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!unsupported.includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}
