import { bareCreations, makeBareTables } from './bare-creation.ts'
import { creation } from './new-protocol.ts'
import { replayedCreations } from './replayed-creations.ts'
import { judge, percent, type Row, ratioOf, summary } from './report.ts'
import { alternate, ofFloor, ofProduct, type Thoroughness } from './rounds.ts'
import type { Stage } from './stage.ts'

const bars = { ownStatements: 0.7, oneStatement: 0.5 }

/**
 * Measures creations beside a bare route that runs our own statement, and beside one that writes the same facts in
 * one statement.
 */
export async function creatingBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  await makeBareTables(stage)
  const floor = await stage.startFloor({
    create: { isTransaction: false, variants: await replayedCreations(stage) },
    createAtOnce: { isTransaction: false, variants: bareCreations(stage) },
  })
  const { ours, own, one } = await alternate(thoroughness.rounds, {
    ours: ofProduct(stage, thoroughness, () => creation(stage)),
    own: ofFloor(floor, thoroughness, 'create'),
    one: ofFloor(floor, thoroughness, 'createAtOnce'),
  })
  await floor.stop()
  const row = (what: string, floorRounds: typeof own, bar: number): Row => {
    const share = ratioOf(ours, floorRounds)
    return {
      what,
      ours: summary(ours),
      floor: summary(floorRounds),
      result: percent(share),
      bar: `≥ ${percent(bar)}`,
      verdict: judge(share >= bar),
    }
  }
  return [
    // proves 16.4
    row('create, to a bare route with the same transaction', own, bars.ownStatements),
    // proves 16.4
    row('create, to a bare route that writes the same facts in one statement', one, bars.oneStatement),
  ]
}
