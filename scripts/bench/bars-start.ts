import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportTypes } from '@malote/core/reports/report.ts'
import { blankSettings } from '../../server/src/platform/settings/config.ts'
import { freePort } from '../../server/src/test/free-port.ts'
import { launch, untilAnswers } from '../lib/run.ts'
import { judge, median, type Row, ratioOf, summary, times } from './report.ts'
import { alternate, ofProduct, type Thoroughness } from './rounds.ts'
import type { SignedIn, Stage } from './stage.ts'

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

/** Most that a list's p99 may grow while other users run exports, as a multiple. */
// proves 16.12
const bars = { p99: 2 }

/** Exports in progress at every moment, by format. */
const made = { pdf: 5, xlsx: 4, csv: 1 }

/** Measures long work beside short: ten users export reports while others read lists. */
export async function longWorkBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const list = ofProduct(stage, thoroughness, () => ({ path: '/api/protocols?page=1', token: stage.anyone().token }))
  let files = 0
  const beside = async () => {
    const exports = keepExporting(stage)
    const measurement = await list()
    files += await exports.stop()
    return measurement
  }
  const { alone, busy } = await alternate(thoroughness.rounds, { alone: list, busy: beside })
  const factor = ratioOf(busy, alone, 'p99')
  return [
    {
      what: `list page 1 beside ten exports at a time (${files} were made), to none, p99`,
      ours: summary(busy),
      floor: summary(alone),
      result: times(factor),
      bar: `≤ ${times(bars.p99)}`,
      verdict: judge(factor <= bars.p99),
    },
  ]
}

/** Ten users, each requesting the next file when the last one has arrived. */
function keepExporting({ product, anyone }: Stage) {
  const until = new AbortController()
  const people = Object.entries(made).flatMap(([format, count]) =>
    Array.from({ length: count }, (_, index) => exportAgain(product.url, anyone(), format, index, until.signal)),
  )
  return {
    /** @returns the number of finished files */
    stop: async () => {
      until.abort()
      return (await Promise.all(people)).reduce((sum, files) => sum + files, 0)
    },
  }
}

async function exportAgain(url: string, { token }: SignedIn, format: string, index: number, until: AbortSignal) {
  const type = reportTypes[index % reportTypes.length]
  for (let files = 0; ; files += 1) {
    const answer = await fetch(`${url}/api/reports/export?type=${type}&period=year&format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: until,
    }).catch(() => undefined)
    // Aborted, because the time is over.
    const bytes = await answer?.arrayBuffer().catch(() => undefined)
    if (answer === undefined || bytes === undefined) return files
    if (!answer.ok) throw new Error(`an export was refused: ${answer.status}`)
  }
}
