import { open } from 'node:fs/promises'

/** Makes the names in a folder survive a loss of power, as flushing a file does for its content. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows has no such thing: there the file system's journal alone keeps names.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
