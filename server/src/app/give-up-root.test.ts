import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { inherited, longestStart } from '../test/server-process.ts'

const fixture = fileURLToPath(new URL('./give-up-root.fixture.ts', import.meta.url))

/** `nobody` on every Unix that we run on; the account need not exist by name. */
const account = { uid: 65_534, gid: 65_534 }

describe.runIf(process.getuid?.() === 0)('a server started as root', () => {
  let folder: string
  let data: string

  beforeEach(() => {
    // Not the tests' own folder, which only root may enter.
    folder = mkdtempSync('/tmp/malote-root-')
    chmodSync(folder, 0o755)
    data = join(folder, 'data')
    mkdirSync(data, { mode: 0o755 })
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  const start = (settings: Record<string, string> = {}) => {
    const env = { ...inherited, DATA_DIR: data, DATABASE_URL: 'postgresql:///malote', ...settings }
    const { stdout, stderr } = spawnSync(process.execPath, [fixture, folder], { env, encoding: 'utf8' })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  // proves 18.56, V13.2.2
  it('continues as the account of the data, which gets the attachments', () => {
    chownSync(data, account.uid, account.gid)
    mkdirSync(join(data, 'files/2026'), { recursive: true, mode: 0o700 })
    writeFileSync(join(data, 'files/2026/one'), 'x', { mode: 0o600 })
    const outside = join(folder, 'outside')
    writeFileSync(outside, 'x')
    symlinkSync(outside, join(data, 'files/link'))

    expect(start()).toEqual({
      told: 'O Malote abriu mão do root e continua como a conta 65534.',
      ...account,
      groups: [account.gid],
    })
    expect(statSync(join(data, 'files/2026/one')).uid).toBe(account.uid)
    expect(statSync(join(data, 'incoming')).uid).toBe(account.uid)
    expect(statSync(outside).uid).toBe(0)
  })

  it('continues as the account of the embedded database, or of RUN_AS', () => {
    mkdirSync(join(data, 'database'))
    chownSync(join(data, 'database'), account.uid, account.gid)
    expect(start({ DATABASE_URL: '' })).toMatchObject(account)
    expect(start({ RUN_AS: 'ninguem' })).toMatchObject({ refused: 'A conta ninguem de RUN_AS não existe.' })
    expect(start({ RUN_AS: 'nobody' })).toMatchObject({ uid: account.uid })
    expect(start({ DATABASE_URL: '', RUN_AS: 'root' })).toMatchObject({
      refused: expect.stringMatching(/é da conta 65534, e não da conta root de RUN_AS/),
    })
  })

  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const isReadable = spawnSync('cat', [main], { ...account, cwd: '/' }).status === 0

  it.runIf(isReadable)('can still start its database again, and ends in order', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, [main], {
      env: { ...inherited, DATA_DIR: data, PORT: String(port), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    try {
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status
      await expect.poll(isReady, { timeout: longestStart }).toBe(200)
      const { uid } = statSync(join(data, 'database'))
      expect(uid).not.toBe(0)
      expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toContain(`Uid:\t${uid}\t${uid}\t${uid}\t${uid}`)
      expect(output).toContain(`continua como a conta ${uid}`)

      const lock = join(data, 'database/cluster/postmaster.pid')
      const postmaster = () => Number(existsSync(lock) && readFileSync(lock, 'utf8').split('\n')[0])
      const killed = postmaster()
      process.kill(killed, 'SIGKILL')
      // Not that it is away: it may be back before anybody looks.
      await expect.poll(postmaster).not.toBeOneOf([killed, 0, Number.NaN])
      await expect.poll(isReady).toBe(200)
    } finally {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
    }
  })

  // proves 18.56
  it('says why it stays root', () => {
    expect(start()).toMatchObject({ uid: 0, told: expect.stringMatching(/^O Malote continua como root: informe/) })
    chownSync(data, account.uid, account.gid)
    chmodSync(folder, 0o700)
    const told = `O Malote continua como root, porque a conta 65534 não alcança ${folder}: dê a ela acesso às pastas acima, ou mude o Malote de lugar.`
    expect(start()).toMatchObject({ uid: 0, told })
  })

  it('stays root when only root may enter the folder of the data', () => {
    mkdirSync(join(data, 'database'))
    chownSync(join(data, 'database'), account.uid, account.gid)
    chmodSync(data, 0o700)
    const told = `O Malote continua como root, porque a conta 65534 não alcança ${data}: dê a ela acesso às pastas acima, ou mude o Malote de lugar.`
    expect(start({ DATABASE_URL: '' })).toMatchObject({ uid: 0, told })
  })
})
