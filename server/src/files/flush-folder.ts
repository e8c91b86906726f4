import { open } from 'node:fs/promises'

/** What systems say that cannot flush a folder: Windows, and some network file systems. Their own journal must do. */
const unsupported = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP']

/** Makes the names in a folder survive a loss of power, as flushing a file does for its content. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!unsupported.includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}
