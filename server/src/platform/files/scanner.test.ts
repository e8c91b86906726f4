import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clamdServer, eicar } from '../../test/clamd-server.ts'
import { testFolder } from '../../test/folder.ts'
import { silentServer } from '../../test/mail-server.ts'
import { scanFile } from './scanner.ts'

async function clamd() {
  const server = await clamdServer()
  onTestFinished(server.close)
  return server
}

async function fileWith(content: string | Buffer) {
  const path = join(testFolder(), 'received')
  await writeFile(path, content)
  return path
}

describe('the scan of a file', () => {
  // proves 18.67
  it('sends it whole, and tells what is clean from what is infected', async () => {
    const { host, scanned } = await clamd()
    const large = Buffer.alloc(3_000_000, 'Olá, malote. ')
    expect(await scanFile(host, await fileWith(large))).toEqual({ kind: 'clean' })
    expect(scanned[0]?.equals(large)).toBe(true)
    expect(await scanFile(host, await fileWith(eicar))).toEqual({ kind: 'infected', signature: 'Eicar-Signature' })
    expect(await scanFile(host, await fileWith(''))).toEqual({ kind: 'clean' })
  })

  // proves 18.68
  it.each([
    ['refuses the size', 'INSTREAM size limit exceeded. ERROR\0'],
    ['has no signatures', "stream: Can't allocate memory ERROR\0"],
    ['says what we do not know', 'OK\0'],
    ['hangs up', ''],
  ])('fails when clamd %s', async (_what, answer) => {
    const { host, answerWith } = await clamd()
    answerWith(answer)
    const large = Buffer.alloc(5_000_000)
    expect(await scanFile(host, await fileWith(large))).toMatchObject({ kind: 'failed' })
  })

  // proves 18.68
  it('fails when clamd never responds', async () => {
    const { port, close } = await silentServer()
    onTestFinished(close)
    const outcome = await scanFile(`127.0.0.1:${port}`, await fileWith('Olá'), { ms: 200 })
    expect(outcome).toMatchObject({ kind: 'failed', cause: { message: 'clamd took longer than 200 ms' } })
  })

  it.each(['127.0.0.1:1', '[::1]:1', '/nowhere/clamd.ctl'])('fails when nobody listens at %s', async (host) => {
    expect(await scanFile(host, await fileWith('Olá'))).toMatchObject({ kind: 'failed' })
  })

  // proves 18.67, V5.4.3
  it.skipIf(!isInstalled())('understands the real clamd', { timeout: 60_000 }, async () => {
    const socket = await realClamd()
    await expect.poll(() => existsSync(socket), { timeout: 50_000 }).toBe(true)
    expect(await scanFile(socket, await fileWith('Olá, malote'))).toEqual({ kind: 'clean' })
    const found = await scanFile(socket, await fileWith(eicar))
    expect(found).toEqual({ kind: 'infected', signature: expect.stringMatching(/eicar/i) })
    // Above its StreamMaxLength it hangs up.
    const tooLarge = await fileWith(Buffer.alloc(2 * 1024 * 1024))
    expect(await scanFile(socket, tooLarge)).toMatchObject({ kind: 'failed' })
  })
})

function isInstalled(): boolean {
  return spawnSync('clamd', ['--version']).status === 0
}

/** Starts Debian's clamd with one signature of our own: the official ones are a download of hundreds of megabytes. */
async function realClamd(): Promise<string> {
  const folder = testFolder()
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  await writeFile(join(signatures, 'test.ndb'), `Eicar-Test:0:0:${Buffer.from(eicar).toString('hex')}\n`)
  const socket = join(folder, 'clamd.ctl')
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${signatures}`,
    ...['Foreground yes', 'StreamMaxLength 1M', 'LogFile /dev/null', 'OfficialDatabaseOnly no'],
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ]
  await writeFile(join(folder, 'clamd.conf'), settings.join('\n'))
  const daemon = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  onTestFinished(async () => {
    daemon.kill('SIGKILL')
    await ended
  })
  return socket
}
