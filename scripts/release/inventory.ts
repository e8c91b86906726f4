import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../lib/run.ts'
import { commitSeconds } from './pack.ts'

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
    ...Object.keys(packages['']?.dependencies ?? {}).map((name) => ['', name] as const),
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
