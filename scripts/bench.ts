// `npm run bench` measures the targets of contract 16 on generated data, as ratios within one run.

import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { abuserBars } from './bench/bars-abuser.ts'
import { chainingBar } from './bench/bars-chaining.ts'
import { contentionBars } from './bench/bars-contention.ts'
import { growthBars } from './bench/bars-growth.ts'
import { liveBars } from './bench/bars-live.ts'
import { crowdBars, memoryBars, soak } from './bench/bars-memory.ts'
import { readingBars } from './bench/bars-reading.ts'
import { searchingBars } from './bench/bars-searching.ts'
import { longWorkBars, startBars } from './bench/bars-start.ts'
import { writingBars } from './bench/bars-writing.ts'
import { openDataSet } from './bench/data-set.ts'
import { load, type Measurement } from './bench/load.ts'
import { creation } from './bench/new-protocol.ts'
import { judge, median, type Row, ratioOf, summary, table, times } from './bench/report.ts'
import { alternate, ofProduct, type Thoroughness } from './bench/rounds.ts'
import { openStage, type Stage } from './bench/stage.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    protocols: { type: 'string', default: '1000000' },
    quick: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default: 'reading,chain,writing,beside,abuser,crowd,searching,growth,contention,live,long,memory,soak,start',
    },
    seconds: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '4' },
    soak: { type: 'string' },
    mix: { type: 'string' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: '.cache/bench' },
    // For a data set so large that there is no room for a copy.
    'in-place': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
})
const smallSize = 10_000

/** Clients that create one protocol after the other. */
const writers = 16

// proves 16.13
/** The list's p50 beside them, as a multiple of its p50 alone. */
const mostBeside = 3

const protocols = values.quick ? 20_000 : Number(values.protocols)
const seed = Number(values.seed)
const thoroughness = {
  seconds: Number(values.seconds ?? (values.quick ? 1 : 3)),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
}
const log = (line: string) => console.error(`${new Date().toTimeString().slice(0, 8)} ${line}`)
const isWanted = (part: string) => values.only.split(',').includes(part)

// An interrupted run leaves the embedded database running, and the next run adopts it; servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const large = await openDataSet(values.data, { protocols, seed }, log, values['in-place'])
try {
  if (positionals.includes('generate')) log('the data set is there')
  else if (positionals.includes('verify')) await verify()
  else await measure()
} finally {
  await large.close()
}

/** Recomputes every derived number of the data set. */
async function verify() {
  const broken = await large.verify()
  console.log(broken.length === 0 ? 'Every derived number is what the facts say.' : broken.join('\n'))
  if (broken.length > 0) process.exitCode = 1
}

async function measure() {
  const rows: Row[] = []
  const part = async (name: string, work: () => Promise<Row | Row[]>) => {
    if (!isWanted(name)) return
    log(name)
    const found = [await work()].flat()
    rows.push(...found)
    console.error(table(found))
  }
  const stage = await openStage(large, 'bench_large')
  try {
    await part('reading', () => readingBars(stage, thoroughness))
    await part('chain', () => chainingBar(stage, thoroughness))
    await part('searching', () => searchingBars(stage, thoroughness))
    await part('growth', grown)
    await part('beside', () => besideBars(stage, thoroughness))
    await part('abuser', () => abuserBars(stage, 5 * thoroughness.seconds))
    await part('crowd', () => crowdBars(stage, 10 * thoroughness.seconds))
    await part('contention', () => contentionBars(stage, thoroughness, Number(values.mix ?? (values.quick ? 10 : 60))))
    await part('live', () => liveBars(stage, thoroughness))
    await part('long', () => longWorkBars(stage, thoroughness))
    await part('memory', held)
    await part('start', () => startBars(thoroughness.rounds))
    await part('soak', () => soak(stage, Number(values.soak ?? (values.quick ? 10 : 60))))
    // Runs last, because it leaves rows without derived data.
    await part('writing', () => writingBars(stage, thoroughness))
  } finally {
    await stage.close()
  }
  console.log(
    `${protocols.toLocaleString('en')} protocols, ${thoroughness.rounds} rounds of ${thoroughness.seconds} s\n`,
  )
  console.log(table(rows))
  if (values.strict && rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1

  // Uses a freshly started product on a copy of its own, because the imports add rows.
  async function held() {
    const fresh = await openStage(large, 'bench_memory')
    try {
      return await memoryBars(fresh)
    } finally {
      await fresh.close()
    }
  }

  async function grown() {
    const set = await openDataSet(values.data, { protocols: smallSize, seed }, log)
    const small = await openStage(set, 'bench_small')
    try {
      return await growthBars(stage, small, thoroughness)
    } finally {
      await small.close()
      await set.close()
    }
  }
}

/** Measures the list while other users create protocols. */
async function besideBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const list = ofProduct(stage, thoroughness, () => ({ path: '/api/protocols?page=1', token: stage.anyone().token }))
  const created: number[] = []
  const beside = async (): Promise<Measurement> => {
    const writing = load(stage.product, writers, { seconds: thoroughness.seconds + 1 }, () => creation(stage))
    await pause(500)
    const reading = await list()
    const { perSecond, refused } = await writing
    created.push(perSecond)
    // The processor clock has counted both.
    return { ...reading, refused: reading.refused + refused, cpu: Number.NaN }
  }
  const { alone, mixed } = await alternate(thoroughness.rounds, { alone: list, mixed: beside })
  const factor = ratioOf(mixed, alone, 'p50')
  const row: Row = {
    what: `list page 1 beside ${writers} clients that create ${median(created).toFixed(0)} a second, to none`,
    ours: summary(mixed),
    floor: summary(alone),
    result: times(factor),
    bar: `≤ ${mostBeside}x`,
    verdict: judge(factor <= mostBeside && summary(mixed).refused === 0),
  }
  return [row]
}
