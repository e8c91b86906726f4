import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, run } from '../lib/run.ts'

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
  'web/vite-chunks.ts',
  'core/src',
  'scripts/build-web/prerender.ts',
  'scripts/build-web/build-if-needed.ts',
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

const compressible = /\.(js|css|html|svg|json|webmanifest|txt|wasm)$/
const smallestBytes = 1024

/** Writes a `.br` and a `.gz` beside each text file and WebAssembly, so the server never has to compress static files. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

const loaded = /<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+\.(?:js|css))"[^>]*?(?=>)/g

/**
 * Writes the hash of every script, module preload and style sheet that a built page loads into its tag, so that the
 * browser refuses a file that was exchanged (subresource integrity).
 *
 * @param folder of the build; addresses in the page are below it
 */
export async function writeIntegrity(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  let html = await readFile(page, 'utf8')
  for (const [tag, address = ''] of html.matchAll(loaded)) {
    const hash = createHash('sha384')
      .update(await readFile(join(folder, address)))
      .digest('base64')
    const plain = tag.replace(/\s*\/$/, '')
    html = html.replace(tag, () => `${plain} integrity="sha384-${hash}"`)
  }
  await writeFile(page, html)
}

/** Minifies `boot.js`, which Vite copies as it is: it is not a module, because it must run before the first paint. */
export async function minifyBoot(folder: string): Promise<void> {
  const { minify } = await import('vite') // an installation without build tools never gets here
  const file = join(folder, 'boot.js')
  const { code, errors } = await minify(file, await readFile(file, 'utf8'))
  if (errors.length > 0) throw new AggregateError(errors, 'boot.js cannot be minified')
  await writeFile(file, code)
}
