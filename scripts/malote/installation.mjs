// What `npm ci` has installed, compared with the lock file. Runs before anything is installed: no dependencies, no
// TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A package in the lock file, by the names that npm gives the fields.
 *
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package
 * @typedef {Record<string, Package>} Packages by their paths, such as `node_modules/zod`
 */

/**
 * Installs what is missing.
 *
 * @param {{ runtimeSuffices: boolean }} need false for programs that also need the build and test tools
 * @returns {boolean} false when npm could not do it
 */
export function ensureInstalled({ runtimeSuffices }) {
  const wanted = packagesOf('package-lock.json')
  // npm keeps its own record, also of a hand-made `npm install`.
  const present = packagesOf('node_modules/.package-lock.json')
  const isRuntimeOnly = runtimeSuffices && hasRuntimeOnly(present)
  const node = pinnedNode()
  const hasNode = node === undefined || existsSync(node.path)
  if (hasNode && isComplete(wanted, present, { isRuntimeOnly })) return true
  return install(isRuntimeOnly ? '--omit=dev' : '--include=dev')
}

/**
 * Whether the packages are those of `npm ci --omit=dev`.
 *
 * @param {Packages} present
 */
export const hasRuntimeOnly = (present) => {
  const packages = Object.values(present)
  return packages.length > 0 && !packages.some(({ dev }) => dev)
}

/**
 * Whether all packages are installed, in the versions of the lock file.
 *
 * @param {Packages} wanted
 * @param {Packages} present
 * @param {{ isRuntimeOnly: boolean }} scope
 */
export const isComplete = (wanted, present, { isRuntimeOnly }) =>
  Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || (isRuntimeOnly && entry.dev)) return true
    const found = present[path]
    // Optional packages are mostly other systems' binaries; npm leaves those out.
    return found === undefined ? entry.optional === true || entry.devOptional === true : found.version === entry.version
  })

/**
 * The Node of package.json for a system, which is a package; undefined where npm has none of this version, as for macOS.
 *
 * @param {{ platform: string, arch: string }} system
 */
export function pinnedNode({ platform, arch } = process) {
  const isWindows = platform === 'win32'
  const folder = `node_modules/node-${isWindows ? 'win' : platform}-${arch}`
  const version = packagesOf('package-lock.json')[folder]?.version
  if (version === undefined) return undefined
  return { version, path: join(root, folder, 'bin', isWindows ? 'node.exe' : 'node') }
}

/**
 * @param {string} file
 * @returns {Packages}
 */
const packagesOf = (file) => readJson(join(root, file)).packages ?? {}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {} // missing, or only half written: treated as not installed
  }
}

/** @param {'--omit=dev' | '--include=dev'} scope */
function install(scope) {
  console.log('Instalando as dependências (só na primeira vez e quando mudam)...')
  // Without node_modules/.bin: npm is about to delete the Node in there. The host's own may be older than what some
  // packages ask for, but it runs only npm, so those warnings are kept quiet.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const npm = spawnSync('npm', ['ci', scope, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: process.platform === 'win32',
    stdio: 'inherit',
  })
  return npm.status === 0
}
