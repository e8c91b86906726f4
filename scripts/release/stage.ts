import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { root } from '../lib/run.ts'
import { pinnedNode } from '../malote/installation.mjs'
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
  const node = pinnedNode()
  if (!node) throw new Error('npm has no Node for this system')
  const nodePath = relative(root, node.path)
  await cp(join(folder, nodePath), join(folder, 'bin/node'))
  const packages = join(folder, 'node_modules')
  const unused = [
    join(folder, 'package-lock.json'),
    join(folder, 'web'),
    join(packages, '@malote/web'),
    join(packages, '.bin'),
    join(packages, '.package-lock.json'),
    // All but the program is for those who compile.
    join(folder, dirname(dirname(nodePath))),
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

interface LockedPackage {
  version?: string
  license?: string
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

type Packages = Record<string, LockedPackage>

/** Writes the inventory of all packages (CycloneDX), and the licences of what is in the web app and beside the server. */
export async function writeInventory(folder: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }
  await writeFile(join(folder, 'sbom.cdx.json'), await inventory())
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), await licences(packages))
}

/** From the lock file alone, so that it is the same on every machine and names no registry. */
async function inventory(): Promise<string> {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    maxBuffer: 64 * 1024 * 1024,
  })
  const { serialNumber: _, ...bill } = JSON.parse(stdout) as {
    serialNumber?: string
    metadata: { timestamp?: string }
    components: { externalReferences?: unknown }[]
  }
  bill.metadata.timestamp = new Date((await commitSeconds()) * 1000).toISOString()
  return `${JSON.stringify(bill, null, 1)}\n`
}

/** The text of each licence, by package. */
async function licences(packages: Packages): Promise<string> {
  const paths = reachable(packages, [
    ...Object.keys(packages['']?.optionalDependencies ?? {}).map((name) => ['', name] as const),
    ...Object.keys(packages.server?.dependencies ?? {}).map((name) => ['server', name] as const),
    ...Object.keys(packages.web?.devDependencies ?? {}).map((name) => ['web', name] as const),
  ])
  const texts: string[] = []
  for (const path of [...paths].sort()) {
    const entry = packages[path]
    const folder = join(root, path)
    if (!entry || entry.link || !existsSync(folder)) continue
    const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
    const contents = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')))
    const title = `${path.replace(/^.*node_modules\//, '')} ${entry.version} (${entry.license ?? 'see below'})`
    texts.push([title, ...contents.map((text) => text.trim())].join('\n\n'))
  }
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Paths in the lock file of these packages and of all that they need. */
function reachable(packages: Packages, wanted: (readonly [from: string, name: string])[]): Set<string> {
  const found = new Set<string>()
  const queue = [...wanted]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const path = resolvePackage(packages, ...next)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    for (const name of names) queue.push([path, name])
  }
  return found
}

/** Where Node finds a package that `from` imports. */
function resolvePackage(packages: Packages, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$|^[^/]+$/, '')) {
    const path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    if (packages[path]) return path
    if (place === '') return undefined
  }
}

/** Time of the commit that is released, in seconds since 1970: the only time that an archive contains. */
export async function commitSeconds(): Promise<number> {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%ct'], { cwd: root })
  return Number(stdout)
}

/**
 * Writes a folder as tar.gz that depends on names and contents alone, as reproducible-builds.org describes: sorted, with
 * one time, one owner, and no mode but "may be run". Needs GNU tar.
 */
export async function packFolder(folder: string, archive: string, seconds: number): Promise<void> {
  const same = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const tar = spawn('tar', ['-C', dirname(folder), ...same, '--mode=u=rwX,go=rX', '-cf', '-', basename(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const code = new Promise<number | null>((done, reject) => tar.once('close', done).once('error', reject))
  // Node's gzip writes no time into its header.
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive))
  if ((await code) !== 0) throw new Error(`tar ended with ${await code}`)
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes `SHA256SUMS` with the digest of every file in the folder; `sha256sum -c SHA256SUMS` checks them. */
export async function writeDigests(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const lines: string[] = []
  for (const file of files) lines.push(`${await digestOf(file)}  ${relative(folder, file)}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}
