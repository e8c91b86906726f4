import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Minifies `boot.js`, which Vite copies as it is: it is not a module, because it must run before the first paint. */
export async function minifyBoot(folder: string): Promise<void> {
  const { minify } = await import('vite') // an installation without build tools never gets here
  const file = join(folder, 'boot.js')
  const { code, errors } = await minify(file, await readFile(file, 'utf8'))
  if (errors.length > 0) throw new AggregateError(errors, 'boot.js cannot be minified')
  await writeFile(file, code)
}
