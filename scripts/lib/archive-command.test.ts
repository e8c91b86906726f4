import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '@malote/core/shared/errors.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import { StartupError } from '../../server/src/platform/startup-error.ts'
import { unwritten } from './archive-command.ts'
import { root } from './run.ts'

it.each([
  [{ code: 'ENOENT', path: '/mnt/copia.malote.incompleto' }, /^Não é possível gravar \/mnt\/copia\.malote \(ENOENT\)/],
  [{ code: 'ENOSPC' }, 'Não há espaço em disco para /mnt/copia.malote.'],
  [new AppError('UNAVAILABLE'), 'O armazenamento dos anexos não respondeu.'],
])('an archive that cannot be written is told in a sentence: %o', (error, sentence) => {
  expect(unwritten(error, '/mnt/copia.malote')).toMatchObject({
    name: new StartupError('').name,
    message: expect.stringMatching(sentence),
  })
})

it('another error is none of these', () => {
  const error = new TypeError('x')
  expect(unwritten(error, '/mnt/copia.malote')).toBe(error)
})

it.runIf(process.getuid?.() === 0).each([
  ['fails', 'throw new Error("cut off")'],
  ['is interrupted', 'process.exit(1)'],
])('a restore as root that %s half-way leaves the files to the account of the data', (_, end) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'dados-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const account = 65_534
  // Handed over before, so that the next start would not look into it again.
  mkdirSync(join(DATA_DIR, 'files'))
  for (const folder of [DATA_DIR, join(DATA_DIR, 'files')]) chownSync(folder, account, account)
  const program = `
    import { mkdirSync } from 'node:fs'
    import { handOverAtExit } from '${pathToFileURL(join(root, 'scripts/lib/archive-command.ts')).href}'
    handOverAtExit({ DATA_DIR: ${JSON.stringify(DATA_DIR)}, DATABASE_URL: 'postgresql:///malote' })
    mkdirSync(${JSON.stringify(join(DATA_DIR, 'files/2026'))})
    ${end}`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  expect(status).toBe(1)
  expect(statSync(join(DATA_DIR, 'files/2026')).uid).toBe(account)
})

it('a program that is interrupted leaves no PostgreSQL behind, and ends with 1', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'dados de ação-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const child = spawn(process.execPath, [join(root, 'scripts/upgrade.ts')], {
    env: { ...blankSettings, PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const lock = join(DATA_DIR, 'database/cluster/postmaster.pid')
  await vi.waitFor(() => expect(readFileSync(lock, 'utf8')).toContain('ready'), { timeout: 120_000, interval: 20 })
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect({ code, said }).toEqual({ code: 1, said: 'Interrompido.\n' })
  expect(existsSync(lock)).toBe(false)
})
