import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import { freePort, launch, untilAnswers } from '../lib/run.ts'
import { judge, median, type Row } from './report.ts'

/** Seconds from `npm start` to the first response, when it has run before. */
const bar = 5

/**
 * Measures the whole `npm start` with its embedded database; the first start creates the database and builds the web
 * app.
 */
export async function startBars(rounds: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'malote-start-'))
  const seconds: number[] = []
  try {
    for (let start = 0; start <= rounds; start += 1) seconds.push(await secondsToAnswer(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const [first = Number.NaN, ...later] = seconds
  const result = median(later)
  return [
    {
      // proves 16.15
      what: `second start to the first answer; the first one took ${first.toFixed(1)} s`,
      result: `${result.toFixed(1)} s`,
      bar: `≤ ${bar} s`,
      verdict: judge(result <= bar),
    },
  ]
}

async function secondsToAnswer(dataDir: string): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const npm = launch(
    'npm',
    ['start'],
    { ...blankSettings, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    'pipe',
  )
  for (const stream of [npm.stdout, npm.stderr]) stream?.resume()
  await untilAnswers(npm, `http://127.0.0.1:${port}/readyz`)
  const seconds = (performance.now() - start) / 1000
  // npm ends before its child processes; its pipes close when the last of them ends.
  const ended = new Promise((resolve) => npm.once('close', resolve))
  npm.kill('SIGTERM')
  await ended
  return seconds
}
