import { setTimeout as pause } from 'node:timers/promises'
import { load, type Measurement } from './load.ts'
import { creation } from './new-protocol.ts'
import { judge, median, type Row, ratioOf, summary, times } from './report.ts'
import { alternate, ofProduct, type Thoroughness } from './rounds.ts'
import type { Stage } from './stage.ts'

/** Most time that the median of the list may take, as a multiple of its time alone. */
// proves 16.13
const bar = 3

/** Clients that create one protocol after the other. */
const writers = 16

/** Measures the list while other users create protocols. */
export async function besideBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
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
    bar: `≤ ${bar}x`,
    verdict: judge(factor <= bar && summary(mixed).refused === 0),
  }
  return [row]
}
