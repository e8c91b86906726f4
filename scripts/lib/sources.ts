import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { root } from './run.ts'

/** Texts by their path in the repository, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

const folders = ['core/src', 'server/src', 'web', 'e2e', 'scripts', 'rehearsals', 'docs']
const single = ['README.md', 'package.json', 'tsconfig.base.json']
// The tests of these checks cite things that do not exist.
const isRead = (path: string) =>
  /\.(ts|tsx|mjs|js|css|sql|html|md)$/.test(path) &&
  !/node_modules|\/dist\/|^scripts\/check-(contract|security)\/.*\.test\.ts$/.test(path)

/** The files that the checks of the documents read: our code, tests and documents. */
export async function readSources(): Promise<Sources> {
  const paths = [...(await Promise.all(folders.map(below))).flat(), ...single]
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as [string, string])),
  )
}

async function below(folder: string): Promise<string[]> {
  const files = (await readdir(join(root, folder), { recursive: true })).map((file) => file.replaceAll('\\', '/'))
  return files.map((file) => posix.join(folder, file)).filter(isRead)
}
