import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { root } from '../lib/run.ts'
import { productionPrograms } from '../malote/production.mjs'

/** Copied as they are. */
const wholeFolders = ['web/dist', 'deploy', 'docs']
const files = ['LICENSE', 'README.md', 'core/package.json', 'server/package.json']

/** Only tests need these. */
const isForTests = (path: string) => /\.(test|fixture|test-setup)\.tsx?$|\/server\/src\/test(\/|$)/.test(path)

/**
 * Fills an empty folder with what runs on a production machine: sources, the built web app, the production packages with
 * their Node and PostgreSQL, and `bin/malote`.
 */
export async function stageProgram(folder: string, version: string): Promise<void> {
  await installPackages(folder)
  for (const path of files) await cp(join(root, path), join(folder, path))
  for (const path of wholeFolders) await copy(path, folder)
  for (const path of ['core/src', 'server/src']) await copy(path, folder)
  for (const path of await scriptsOf(productionPrograms)) await copy(path, folder)
  await cp(join(root, 'deploy/malote'), join(folder, 'bin/malote'))
  await chmod(join(folder, 'bin/malote'), 0o755)
  // Says that the files are modules; the dependencies are in place.
  const manifest = { name: 'malote', version, private: true, license: 'AGPL-3.0-only', type: 'module' }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const copy = (path: string, folder: string) =>
  cp(join(root, path), join(folder, path), { recursive: true, filter: (source) => !isForTests(source) })

/** `npm ci` with the lock file, for this system; without what only npm or a compiler reads. */
async function installPackages(folder: string): Promise<void> {
  const manifests = [
    'package.json',
    'package-lock.json',
    ...['core', 'server', 'web'].map((workspace) => `${workspace}/package.json`),
  ]
  for (const path of manifests) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  // The host's npm: the one in node_modules/.bin belongs to no Node of this folder.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  const npm = spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: 'inherit',
  })
  if (npm.status !== 0) throw new Error('npm ci failed')
  const packages = join(folder, 'node_modules')
  const unused = [
    join(folder, 'package-lock.json'),
    join(folder, 'web'),
    join(packages, '@malote/web'),
    join(packages, '.bin'),
    join(packages, '.package-lock.json'),
    // The second copy of Node, from which npm has made the first.
    join(packages, 'node/node_modules'),
  ]
  for (const entry of unused) await rm(entry, { recursive: true, force: true })
  for (const entry of await readdir(packages, { recursive: true })) {
    if (entry.endsWith('.a') || entry.endsWith('native/include')) {
      await rm(join(packages, entry), { recursive: true, force: true })
    }
  }
}

/** Programs in `scripts`, with every script that they import. */
async function scriptsOf(programs: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const visit = async (file: string): Promise<void> => {
    const path = relative(root, file)
    if (found.has(path) || !path.startsWith('scripts/') || !existsSync(file)) return
    found.add(path)
    const text = await readFile(file, 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)) {
      await visit(resolve(dirname(file), imported))
    }
  }
  // `start` builds the web app first; a release starts the server itself.
  for (const program of programs) if (program !== 'start') await visit(join(root, `scripts/${program}.ts`))
  return [...found].sort()
}
