// Entry point of all commands: `npm run …` calls `node scripts/malote.mjs <program>`, which runs scripts/<program>.ts
// with the pinned Node. It starts on any installed Node, before packages are installed, so it uses no dependencies and
// no TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled, pinnedNode } from './malote/installation.mjs'
import { productionPrograms } from './malote/production.mjs'

const pinned = pinnedNode()

/** The oldest Node that can install, or that can run everything where there is no pinned one. */
const oldestNode = pinned ? 20 : 24

const [program = '', ...args] = process.argv.slice(2)
const file = fileURLToPath(new URL(`${program}.ts`, import.meta.url))

const { node } = process.versions
if (Number.parseInt(node, 10) < oldestNode) {
  fail(`O Malote precisa do Node ${oldestNode} ou mais novo neste sistema; este é o ${node}.`)
}
if (!/^[a-z-]+$/.test(program) || !existsSync(file))
  fail(`${program || 'Sem nome'}: veja os programas em scripts/README.md.`)
if (!ensureInstalled({ runtimeSuffices: productionPrograms.includes(program) })) {
  fail('As dependências não puderam ser instaladas: verifique a conexão com o registro do npm.')
}

if (!pinned || node === pinned.version) await runHere()
else runOn(pinned.path)

/** Runs the program as if `node scripts/<program>.ts …` had been called. */
async function runHere() {
  // Reading and compiling is a quarter of a start, so we let Node cache the compiled code.
  module.enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)))
  stopWithNpm((signal) => process.kill(process.pid, signal))
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}

/** Used at the first start: npm has found another Node, because the pinned one was not installed yet. */
function runOn(/** @type {string} */ path) {
  const child = spawn(path, [...process.execArgv, file, ...args], { stdio: 'inherit' })
  stopWithNpm((signal) => child.kill(signal))
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
}

/**
 * npm sends signals to the shell between itself and us, which dies without forwarding them, so we watch our parent.
 *
 * @param {(signal: NodeJS.Signals) => void} stop
 */
function stopWithNpm(stop) {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 500)
  watch.unref()
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
