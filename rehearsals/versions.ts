// `npm run drill -- versions [--from COMMIT]`: two servers of an earlier version behind nginx, people at work, and an upgrade
// without a pause: first one that fails, then one server after the other. No call may fail, and nothing be lost. The newer
// version is HEAD with one more migration of the drill's own; the earlier one, HEAD itself or COMMIT, 1.0.0 at the earliest.
// Needs git and nginx; takes about two minutes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signIn } from '../scripts/bench/stage.ts'
import { root, runQuietly, untilAnswers } from '../scripts/lib/run.ts'
import { startEmbeddedDatabase } from '../server/src/platform/db/embedded/start.ts'
import { blankSettings } from '../server/src/platform/settings/config.ts'
import { freePort } from '../server/src/test/free-port.ts'
import { emptyTally, ordinaryDay, report } from './lib/organisation.ts'
import { isInstalled, startNginx } from './lib/proxy.ts'
import { expectThat, withUndo } from './lib/steps.ts'

const protocols = 20_000

/** The older version makes its tables and rows itself. */
const fill = `const [generator, owner] = process.argv.slice(1)
const { generate } = await import(generator)
await generate(owner, { protocols: ${protocols}, seed: 1 }, () => {})`

export async function run() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { from: { type: 'string', default: 'HEAD' } },
  })
  if (!isInstalled('nginx')) throw new Error('this drill needs nginx: apt-get install nginx')
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  process.removeAllListeners('warning')
  await withUndo(async (undo) => {
    const [older, newer, broken] = [checkOut(values.from), checkOut('HEAD'), checkOut('HEAD')]
    for (const { remove } of [older, newer, broken]) undo(remove)
    addMigration(newer, next)
    addMigration(broken, 'select pg_sleep(2), 1/0')

    const dataDir = mkdtempSync(join(tmpdir(), 'malote-drill-'))
    undo(() => rmSync(dataDir, { recursive: true, force: true }))
    const database = await startEmbeddedDatabase({ dataDir, log: console.error, onLost: console.error })
    undo(database.stop)
    const owner = database.ownerConnectionString
    const filled = await runQuietly(process.execPath, [
      ...['--input-type=module', '--eval', fill],
      ...[join(older.folder, 'scripts/bench/generate.ts'), owner],
    ])
    expectThat(
      filled.code === 0,
      `the older version has ${protocols} protocols ${filled.code === 0 ? '' : filled.output}`,
    )
    const port = await freePort()
    const settings = {
      ...{ ...blankSettings, DATABASE_URL: database.connectionString, DATABASE_OWNER_URL: owner },
      ...{ DATA_DIR: join(dataDir, 'files'), FAIR_USE_FACTOR: '1000', LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' },
      ...{
        APP_URL: `https://127.0.0.1:${port}`,
        ADMIN_EMAIL: 'admin@malote.test',
        ADMIN_PASSWORD: 'segredo-do-malote',
      },
    }
    const servers = [await freePort(), await freePort()]
    const running = new Map<number, ChildProcess>()
    const start = async (version: CheckedOut, at: number) => {
      const child = begin(version, { ...settings, PORT: String(at) })
      running.set(at, child)
      await untilAnswers(child, `http://127.0.0.1:${at}/readyz`)
    }
    const stop = async (at: number) => {
      const child = running.get(at)
      if (!child || child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    undo(() => Promise.all(servers.map(stop)))
    for (const at of servers) await start(older, at)
    const pool = new pg.Pool({ connectionString: owner, max: 2 })
    undo(() => pool.end())
    const { leaders } = await signIn(async (text, parameters) => (await pool.query(text, parameters)).rows)
    const proxy = await startNginx(port, servers)
    undo(proxy.close)

    let isOver = false
    const opened = performance.now()
    const tally = emptyTally()
    const day = ordinaryDay(
      { leaders: [...leaders.values()] },
      { urls: [proxy.url], clients: 6, seconds: 600, isOver: () => isOver },
      tally,
    )
    undo(() => {
      isOver = true
      return day
    })
    let told = 0
    const phase = async (what: string, step: () => Promise<void>) => {
      const begun = performance.now()
      await step()
      for (; told < tally.failures.length; told += 1) console.log(`  ${tally.failures[told]}`)
      const calls = [...tally.latencies.values()].flat().length
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(`${what}: ${seconds} s; ${calls} calls so far, ${tally.failures.length} failed`)
    }
    await phase('both servers older', () => wait(8_000))
    await phase('an upgrade that fails', async () => {
      const migrations = async () => (await pool.query('select name from migrations order by name')).rows
      const before = await migrations()
      const child = begin(broken, { ...settings, PORT: String(await freePort()) })
      const code = await new Promise((resolve) => child.once('exit', resolve))
      expectThat(code === 1, 'the newer version ends')
      // proves 19.43
      expectThat(JSON.stringify(await migrations()) === JSON.stringify(before), 'and leaves the tables as they were')
    })
    await wait(5_000)
    await phase('the first server is upgraded, and migrates', async () => {
      await stop(servers[0] ?? 0)
      await start(newer, servers[0] ?? 0)
    })
    await phase('both versions side by side', () => wait(20_000))
    await phase('the second server is upgraded', async () => {
      await stop(servers[1] ?? 0)
      await start(newer, servers[1] ?? 0)
    })
    await phase('both servers newer', () => wait(8_000))
    isOver = true
    await day
    report(tally, (performance.now() - opened) / 1000)
    if (tally.failures.length > 0) console.log(proxy.errors())
    const { rows } = await pool.query('select count(*)::int from protocols where id = any($1)', [tally.created])
    expectThat(rows[0].count === tally.created.length, `of ${tally.created.length} acknowledged creations 0 are lost`)
    const verified = await runQuietly(process.execPath, [join(root, 'scripts/verify.ts')], {
      ...settings,
      DATABASE_URL: database.connectionString,
    })
    expectThat(verified.code === 0, `figures and chain are right ${verified.code === 0 ? '' : verified.output}`)
    // proves 19.43
    expectThat(tally.failures.length === 0 && tally.stale.length === 0, 'no call failed')
  })
}

/** Changes of a typical release to a database: columns and an index for tables that are in use. */
const next = `
  alter table items add next int not null default 0;
  alter table protocols add next int not null default 0;
  alter table history add next int;
  create index items_next_idx on items (protocol_id, next)`

function addMigration({ folder }: CheckedOut, statements: string) {
  writeFileSync(join(folder, 'server/src/platform/db/migrations/29990101T0000-drill.sql'), statements)
}

/** The sources of a commit in a folder of their own, with the packages of this repository. */
interface CheckedOut {
  folder: string
  remove: () => void
}

function checkOut(commit: string): CheckedOut {
  const folder = mkdtempSync(join(tmpdir(), 'malote-version-'))
  const copy = 'git archive "$1" core server scripts e2e package.json | tar -x -C "$2"'
  execFileSync('sh', ['-c', copy, 'sh', commit, folder], { cwd: root })
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@malote'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@malote') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const name of ['core', 'server']) symlinkSync(join(folder, name), join(packages, '@malote', name))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function begin({ folder }: CheckedOut, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--max-old-space-size=512', join(folder, 'server/src/app/main.ts')], {
    cwd: folder,
    env: { ...env, PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Their logs, which have errors only, say why a call failed.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (!text.startsWith('Malote em') && !text.startsWith('Primeiro')) process.stderr.write(text)
    })
  }
  return child
}
