import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compressFolder } from './compress.ts'
import { root, run } from './lib/run.ts'

const built = join(root, 'web/dist')
const stamp = join(root, '.cache/web-build')
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/vite-chunks.ts',
  'web/vite-preload.ts',
  'core/src',
  'scripts/prerender.ts',
  'package-lock.json',
]

/** Builds the web app, unless the last build was made from the very same files. */
export async function buildWebIfNeeded(): Promise<void> {
  const state = await fingerprint()
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (last === state && existsSync(join(built, 'index.html'))) return

  console.log('Construindo a aplicação web...')
  const code = await run('vite', ['build', 'web', '--logLevel', 'warn', '--emptyOutDir'])
  if (code !== 0 || !(await prerendered())) throw new Error('A aplicação web não pôde ser construída.')
  await compressFolder(built)
  // Beside the checkout's own build: node_modules may be shared by several.
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state)
}

/** Draws what stands on the page while the app is on its way, with a build for Node of the same components. */
async function prerendered(): Promise<boolean> {
  const production = { NODE_ENV: 'production' }
  const target = ['--ssr', 'src/prerender.tsx', '--outDir', '../.cache/prerender', '--emptyOutDir']
  if ((await run('vite', ['build', 'web', '--logLevel', 'warn', ...target], production)) !== 0) return false
  return (await run('node', ['scripts/prerender.ts'], production)) === 0
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(source))
      hash
        .update(file)
        .update('\0')
        .update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function filesOf(source: string): Promise<string[]> {
  if (!existsSync(join(root, source))) return []
  if (/\.\w+$/.test(source)) return [source]
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // Tests are not built, and the build itself writes generated files.
      .filter((file) => !/\.(gen|test)\.tsx?$/.test(file))
      .map((file) => file.slice(root.length))
      .sort()
  )
}

// Also a program of its own, for the tests.
if (import.meta.main) await buildWebIfNeeded()
