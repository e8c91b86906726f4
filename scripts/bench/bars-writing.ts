import { bareCreations, makeBareTables, replayedCreations, withoutDerived } from './bare-creation.ts'
import { actingBars } from './bars-acting.ts'
import type { Measurement } from './load.ts'
import { creation } from './new-protocol.ts'
import { judge, percent, type Row, ratioOf, summary } from './report.ts'
import { alternate, ofFloor, ofProduct, type Thoroughness } from './rounds.ts'
import type { Stage } from './stage.ts'

const bars = { derived: 0.1 }

/**
 * Measures creations beside their floors, then actions on the created protocols, then creations without derived rows.
 */
export const writingBars = async (stage: Stage, thoroughness: Thoroughness): Promise<Row[]> => [
  ...(await creatingBars(stage, thoroughness)),
  ...(await actingBars(stage, thoroughness)),
  ...(await derivedBars(stage, thoroughness)),
]

/**
 * Measures what the derived rows cost, by processor time: the difference between the bare statement of a creation with
 * and without them. Runs last, because protocols without derived rows can be neither listed nor changed.
 */
async function derivedBars(stage: Stage, thoroughness: Thoroughness) {
  const creations = await replayedCreations(stage)
  const floor = await stage.startFloor({
    create: { isTransaction: false, variants: creations },
    createWithout: { isTransaction: false, variants: withoutDerived(creations) },
  })
  const { ours, bare, bareWithout } = await alternate(thoroughness.rounds, {
    ours: ofProduct(stage, thoroughness, () => creation(stage)),
    bare: ofFloor(floor, thoroughness, 'create'),
    bareWithout: ofFloor(floor, thoroughness, 'createWithout'),
  })
  await floor.stop()
  const ofBare = 1 - ratioOf(bareWithout, bare, 'cpu')
  const ofCreation = ofBare * ratioOf(bare, ours, 'cpu')
  const row = (what: string, all: Measurement[], share: number, bar?: number): Row => {
    const verdict = Number.isNaN(share) ? 'not measured' : judge(share <= (bar ?? 1))
    return {
      ...{ what, ours: summary(all), floor: summary(bareWithout), result: percent(share) },
      ...(bar === undefined ? { verdict: '' } : { bar: `≤ ${percent(bar)}`, verdict }),
    }
  }
  return [
    // proves 16.4
    row('derived rows, share of a creation', ours, ofCreation, bars.derived),
    row('derived rows, share of the bare statement', bare, ofBare),
  ]
}

const barsOfCreating = { ownStatements: 0.7, oneStatement: 0.5 }

/**
 * Measures creations beside a bare route that runs our own statement, and beside one that writes the same facts in
 * one statement.
 */
async function creatingBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
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
    row('create, to a bare route with the same transaction', own, barsOfCreating.ownStatements),
    // proves 16.4
    row('create, to a bare route that writes the same facts in one statement', one, barsOfCreating.oneStatement),
  ]
}
