import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isLong } from '../../../test/fuzz-runs.ts'
import { testFolder } from '../../../test/sample-files.ts'

const program = fileURLToPath(new URL('./start.fixture.ts', import.meta.url))

let home: string
let running: ChildProcess[]

function openHome() {
  // A home as closed as root's, with spaces and accents in its name.
  home = testFolder('malote teste é-')
  chmodSync(home, 0o700)
  running = []
}

async function closeHome() {
  for (const child of running) {
    goOn(child) // a paused process hears no signal
    await end(child, 'SIGTERM')
  }
  rmSync(home, { recursive: true })
}

// One after the other on one folder, because making a cluster takes longer than anything else here.
describe('the embedded database', () => {
  let first: Awaited<ReturnType<typeof start>>
  let connectionString: string
  beforeAll(async () => {
    openHome()
    first = await start('dados')
    connectionString = first.connectionString
  })
  afterAll(closeHome)

  // proves 13.6, 18.55, V12.3.1, V13.2.3
  it('keeps its password to itself and opens no port', async () => {
    for (const role of ['password', 'server-password', 'superuser-password']) {
      expect(statSync(join(home, 'dados/database', role)).mode & 0o777).toBe(0o600)
    }
    expect(await ask(connectionString, 'show listen_addresses')).toBe('')
    expect(await ask(connectionString, 'show fsync')).toBe('on')
    const rights = `select concat_ws(' ', current_user, rolsuper, rolcreaterole, rolcreatedb) from pg_roles where rolname = current_user`
    expect(await ask(connectionString, rights)).toBe('malote f f t')
    expect(await ask(first.serverString, rights)).toBe('malote_server f f f')
  })

  // proves 13.4
  it('sorts as Brazilians do and can search without accents', async () => {
    expect(
      await ask(connectionString, `select string_agg(n, ' ' order by n) from unnest('{Zé,água,Bola}'::text[]) n`),
    ).toBe('água Bola Zé')
    await ask(connectionString, 'create extension unaccent; create extension pg_trgm')
  })

  // proves 13.6
  it('is left alone by a second start on its folder, which is told so', async () => {
    await expect(start('dados')).rejects.toThrow(/^O Malote já está em execução com a pasta de dados .+dados\.$/)
    expect(await ask(connectionString, 'select 1')).toBe(1)
  })

  // proves 18.55
  it('is there again after an orderly stop, and gets the secrets and the role that an older one lacks', async () => {
    await ask(connectionString, 'create table kept (n int); insert into kept values (7)')
    const secret = readFileSync(join(home, 'dados/database/password'), 'utf8').trim()
    const asSuperuser = (password: string) =>
      connectionString.replace(/\/\/malote:[^@]+/, `//postgres:${password}`).replace(/malote$/, 'postgres')
    const superuser = asSuperuser(readFileSync(join(home, 'dados/database/superuser-password'), 'utf8').trim())
    await ask(superuser, `drop role malote_server; alter role postgres password '${secret}'`)
    await end(first.child, 'SIGTERM')
    // Waits until the process is gone: a zombie stays in the process table for a moment.
    await expect.poll(() => isAlive(first.pid)).toBe(false)
    for (const role of ['server', 'superuser']) rmSync(join(home, `dados/database/${role}-password`))

    const second = await start('dados')
    expect(await ask(second.connectionString, 'select n from kept')).toBe(7)
    expect(await ask(second.serverString, 'select current_user')).toBe('malote_server')
    const address = second.connectionString.replace(/.*@/, '')
    const guess = `postgresql://postgres:${secret}@${address}`.replace(/malote$/, 'postgres')
    await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed')
    await end(second.child, 'SIGTERM')
  })

  // proves 13.6
  it('is adopted when a killed process left it running, and recovers when it was killed too', async () => {
    const left = await start('dados')
    await end(left.child, 'SIGKILL')

    const killed = await start('dados')
    expect(killed.pid).toBe(left.pid)
    await ask(killed.connectionString, 'create table recovered (n int); insert into recovered values (8)')
    await end(killed.child, 'SIGKILL')
    process.kill(killed.pid, 'SIGKILL')

    const next = await start('dados')
    expect(await ask(next.connectionString, 'select n from recovered')).toBe(8)
    expect(next.socketFolder).not.toBe(killed.socketFolder)
    expect(existsSync(killed.socketFolder)).toBe(false)
  })
})

describe('an embedded database of its own', () => {
  beforeEach(openHome)
  afterEach(closeHome)

  it.skipIf(!isLong)('lets exactly one of two simultaneous first starts win', async () => {
    const starts = await Promise.allSettled([start('dados'), start('dados')])

    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.skipIf(!isLong)('keeps the database that another start has started meanwhile', async () => {
    await end((await start('dados')).child, 'SIGTERM')
    const winner = launch('dados', pausing('before'))
    const unused = await winner.nextLine()
    const loser = launch('dados', pausing('after'))
    const used = await loser.nextLine()
    const recorded = join(home, 'dados/database/cluster/postmaster.pid')
    await expect.poll(() => existsSync(recorded) && readFileSync(recorded, 'utf8')).toContain('ready')

    goOn(winner.child)
    const { connectionString, socketFolder } = await started(winner, 'dados')
    expect(socketFolder).toBe(used)
    expect(existsSync(unused)).toBe(false)
    goOn(loser.child)
    await expect(started(loser, 'dados')).rejects.toThrow(/^O Malote já está em execução/)
    expect(await ask(connectionString, 'select 1')).toBe(1)
  })

  it.skipIf(!isLong)(
    'starts the database again, at the same address, when it is killed under a living process',
    async () => {
      const { connectionString, pid, nextLine } = await start('dados')
      process.kill(pid, 'SIGKILL')

      expect(await nextLine()).toContain('está sendo iniciado de novo')
      expect(await nextLine()).toContain('voltou a responder')
      expect(await ask(connectionString, 'select 1')).toBe(1)
    },
  )

  it.skipIf(!isLong)('does not take the database of a copied folder for its own', async () => {
    const original = await start('dados')
    execFileSync('cp', ['-a', 'dados', 'cópia'], { cwd: home })

    const copy = await start('cópia')
    expect(copy.pid).not.toBe(original.pid)
    expect(await ask(original.connectionString, 'select 1')).toBe(1)
    expect(existsSync(original.socketFolder)).toBe(true)
  })

  it.skipIf(!isLong)(
    'starts while its temporary folder does not exist, as /run/malote before the first start',
    async () => {
      const { connectionString, socketFolder } = await started(
        launch('dados', [], { TMPDIR: join(home, 'fora') }),
        'dados',
      )
      expect(socketFolder).toMatch(/^\/tmp\/malote-/)
      expect(await ask(connectionString, 'select 1')).toBe(1)
    },
  )

  it.skipIf(process.getuid?.() === 0)('says in one sentence that its folder cannot be written', async () => {
    chmodSync(home, 0o500)
    await expect(start('dados')).rejects.toThrow(/^Não é possível gravar na pasta de dados .+ \(EACCES\)/)
    chmodSync(home, 0o700)
  })
})

/** Starts the database of a folder in its own process, which a test may kill. */
const start = (folder: string) => started(launch(folder), folder)

type Launched = ReturnType<typeof launch>

function launch(folder: string, flags: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...flags, program, join(home, folder)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, nextLine: async () => String((await lines.next()).value) }
}

async function started({ child, nextLine }: Launched, folder: string) {
  const [outcome, rest] = (await nextLine()).split(/: (.*)/)
  if (outcome !== 'ready') throw new Error(rest)
  const lock = readFileSync(join(home, folder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')
  const [connectionString = '', serverString = ''] = String(rest).split(' ')
  return { child, connectionString, serverString, pid: Number(lock[0]), socketFolder: String(lock[4]), nextLine }
}

/** Makes a process pause when it starts PostgreSQL, until `goOn`; its first line is then the folder of the socket. */
function pausing(moment: 'before' | 'after'): string[] {
  const program = `
    import childProcess from 'node:child_process'
    import { existsSync } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { spawn } = childProcess
    childProcess.spawn = (...call) => {
      childProcess.spawn = spawn
      syncBuiltinESMExports()
      console.log(call[1].find((setting) => setting.startsWith('unix_socket_directories')).split('=')[1])
      const nobody = new Int32Array(new SharedArrayBuffer(4))
      const pause = () => {
        while (!existsSync(${JSON.stringify(goOnSign())} + process.pid)) Atomics.wait(nobody, 0, 0, 10)
      }
      if ('${moment}' === 'before') pause()
      const child = spawn(...call)
      if ('${moment}' === 'after') pause()
      return child
    }
    syncBuiltinESMExports()`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

/** Ends such a pause. */
const goOn = ({ pid }: ChildProcess) => writeFileSync(goOnSign() + pid, '')

/** The file that a paused process waits for has this name, then the process's pid. */
const goOnSign = () => join(home, 'go on ')

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

async function ask(connectionString: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query({ text: question, rowMode: 'array' })
    return rows?.[0]?.[0]
  } finally {
    await client.end()
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
