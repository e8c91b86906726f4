import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../lib/run.ts'
import { compressFolder } from './compress.ts'
import { writeIntegrity } from './integrity.ts'
import { minifyBoot } from './minify-boot.ts'

const built = join(root, 'web/dist')
/** Contains the fingerprint of the sources; it is copied with the build to machines that cannot build. */
const stamp = join(built, '.built-from')
const buildTool = join(root, 'node_modules/vite')
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/vite-app-files.ts',
  'web/vite-chunks.ts',
  'core/src',
  'scripts/build-web/prerender.ts',
  'scripts/build-web/integrity.ts',
  'scripts/build-web/minify-boot.ts',
  'package-lock.json',
]

const notBuilt =
  'Falta a aplicação web, e esta instalação não tem as ferramentas para construí-la: traga a pasta web/dist de onde se executou `npm run build`, ou execute `npm ci`.'

/**
 * Builds the web app, unless the last build was made from the same files. Without the build tools (after
 * `npm ci --omit=dev`) it uses the existing build, and says so if that was made from other sources.
 *
 * @throws Error with a sentence for the operator, if there is no web app afterwards
 */
export async function buildWebIfNeeded(): Promise<void> {
  const state = await fingerprint()
  const isBuilt = existsSync(join(built, 'index.html'))
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (isBuilt && last === state) return
  if (!existsSync(buildTool)) {
    if (!isBuilt) throw new Error(notBuilt)
    console.warn('A aplicação web em web/dist foi construída de outra versão do código; traga a desta versão.')
    return
  }

  console.log('Construindo a aplicação web...')
  const code = await run('vite', ['build', 'web', '--logLevel', 'warn', '--emptyOutDir'])
  if (code !== 0 || !(await prerendered())) throw new Error('A aplicação web não pôde ser construída.')
  await minifyBoot(built)
  await writeIntegrity(built)
  await compressFolder(built)
  writeFileSync(stamp, state)
}

/** Prerenders the page that is shown while the app loads, with a build of the same components for Node. */
async function prerendered(): Promise<boolean> {
  const production = { NODE_ENV: 'production' }
  const target = ['--ssr', 'src/prerender.tsx', '--outDir', '../.cache/prerender', '--emptyOutDir']
  if ((await run('vite', ['build', 'web', '--logLevel', 'warn', ...target], production)) !== 0) return false
  return (await run('node', ['scripts/build-web/prerender.ts'], production)) === 0
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
