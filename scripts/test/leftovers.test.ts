import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endLeftovers, runVariable } from './leftovers.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'malote-left-'))
const sleeper = (options: { env?: NodeJS.ProcessEnv; cwd?: string }) => spawn('sleep', ['60'], options)

it('says nothing of a run that is over, and removes its folder', async () => {
  const folder = newFolder()
  expect(await endLeftovers(folder)).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

it.runIf(process.platform === 'linux')('names and ends what a run has left, and nothing of another run', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  writeFileSync(join(folder, 'forgotten'), '')
  const marked = sleeper({ env: { ...process.env, [runVariable]: folder } })
  const inside = sleeper({ cwd: folder, env: { PATH: process.env.PATH } })
  const foreign = sleeper({ cwd: other, env: { ...process.env, [runVariable]: other } })

  const left = await endLeftovers(folder, 100)

  expect(left.toSorted()).toEqual(
    [
      `process ${marked.pid} was left behind: sleep 60`,
      `process ${inside.pid} was left behind: sleep 60`,
      `${join(folder, 'forgotten')} was left behind`,
    ].toSorted(),
  )
  expect(existsSync(folder)).toBe(false)
  await expect.poll(() => [marked.signalCode, inside.signalCode]).toEqual(['SIGKILL', 'SIGKILL'])
  expect(foreign.exitCode ?? foreign.signalCode).toBeNull()
  foreign.kill()
  await expect.poll(() => foreign.signalCode).toBe('SIGTERM')
  await endLeftovers(other)
})
