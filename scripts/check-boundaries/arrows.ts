import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** An import in one of our files. Paths are relative to the repository and have forward slashes. */
export interface Arrow {
  from: string
  /** Our file, or the name of a package. */
  to: string
  /** Whether it is erased at run time. */
  isTypeOnly: boolean
}

/** Every import of the three packages, the scripts and the browser tests. */
export async function allArrows(root: string): Promise<Arrow[]> {
  const folders = ['core/src', 'server/src', 'web/src', 'scripts', 'rehearsals', 'e2e']
  const found = await Promise.all(folders.map((folder) => arrowsBelow(root, folder)))
  return found.flat()
}

async function arrowsBelow(root: string, folder: string): Promise<Arrow[]> {
  const files = await readdir(join(root, folder), { recursive: true })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
  const arrows = sources.map(async (file) => {
    const from = posix.join(folder, file.replaceAll('\\', '/'))
    return arrowsOf(from, await readFile(join(root, from), 'utf8'))
  })
  return (await Promise.all(arrows)).flat()
}

/** @throws Error when the file cannot be parsed: an unread file would pass unchecked */
export function arrowsOf(from: string, source: string): Arrow[] {
  const { module, errors } = parseSync(from, source)
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`)

  const arrow = (specifier: string, isTypeOnly: boolean): Arrow => ({ from, to: targetOf(from, specifier), isTypeOnly })
  const imports = module.staticImports.map(({ moduleRequest, entries }) =>
    arrow(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
  )
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [arrow(moduleRequest.value, isType)] : [])),
  )
  // Only literal paths can be checked; the few computed ones (threads) load files that they list themselves.
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^['"](.+)['"]$/.exec(source.slice(start, end))?.[1]
    return literal === undefined ? [] : [arrow(literal, false)]
  })
  return [...imports, ...reexports, ...dynamic]
}

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier.replace(/^@malote\/core\//, 'core/src/')
}
