// The one way in: `npm run …` calls `node scripts/malote.mjs <program>`, which runs scripts/<program>.ts with what the project
// pins. It starts on whatever Node the computer has, before anything is installed: no dependencies and no TypeScript in here.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled, pinnedNode } from './malote/installation.mjs'

/** The oldest one that can install; everything else runs on the pinned one. */
const oldestNode = 20

/** Work on a production machine, which has no build and test tools. */
const needRuntimeOnly = ['start', 'backup', 'restore', 'verify']

const [program = '', ...args] = process.argv.slice(2)
const file = fileURLToPath(new URL(`${program}.ts`, import.meta.url))

const { node } = process.versions
if (Number.parseInt(node, 10) < oldestNode) {
  fail(`O Malote precisa do Node ${oldestNode} ou mais novo para ser instalado; este é o ${node}.`)
}
if (!/^[a-z-]+$/.test(program) || !existsSync(file))
  fail(`${program || 'Sem nome'}: veja os programas em scripts/README.md.`)
if (!ensureInstalled({ runtimeSuffices: needRuntimeOnly.includes(program) })) {
  fail('As dependências não puderam ser instaladas: verifique a conexão com o registro do npm.')
}

const pinned = pinnedNode()
if (node === pinned.version) await runHere()
else runOn(pinned.path)

/** As if `node scripts/<program>.ts …` had been called. */
async function runHere() {
  // A quarter of a start is reading and compiling; Node keeps what came of it.
  module.enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)))
  stopWithNpm((signal) => process.kill(process.pid, signal))
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}

/** The first start: npm has found another Node, because the pinned one was not there yet. */
function runOn(/** @type {string} */ path) {
  const child = spawn(path, [...process.execArgv, file, ...args], { stdio: 'inherit' })
  stopWithNpm((signal) => child.kill(signal))
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
}

/**
 * npm hands signals to the shell between itself and us, which dies of them without a word, so we watch our parent.
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
