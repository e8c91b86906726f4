// Runs before every other npm script, on whatever Node the computer has and before anything is installed: no dependencies, no
// TypeScript. Afterwards npm finds `node` in node_modules/.bin, which is the version that the project pins.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestNode = 20
const root = fileURLToPath(new URL('..', import.meta.url))

const version = process.versions.node
if (Number.parseInt(version, 10) < oldestNode) {
  fail(`O Malote precisa do Node ${oldestNode} ou mais novo para ser instalado; este é o ${version}.`)
}
if (!isInstalled()) install()

/** Whether node_modules holds what the lock file says. npm keeps its own record there, also of a hand-made `npm install`. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  if (!existsSync(join(root, 'node_modules/.bin/node'))) return false

  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = present[path]
    // Optional packages are mostly other systems' binaries; npm leaves those out.
    return found === undefined ? entry.optional === true || entry.devOptional === true : found.version === entry.version
  })
}

/** @param {string} file */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {} // not there, or half written: nothing is installed
  }
}

function install() {
  console.log('Instalando as dependências (só na primeira vez e quando mudam)...')
  // Without node_modules/.bin: npm is about to delete the Node in there. The host's own may be older than what some packages ask for,
  // but it runs only npm, so those warnings are kept quiet.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: process.platform === 'win32',
    stdio: 'inherit',
  })
  if (npm.status !== 0) fail('As dependências não puderam ser instaladas: verifique a conexão com o registro do npm.')
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
