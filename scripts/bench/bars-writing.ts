import { actingBars } from './bars-acting.ts'
import { creatingBars } from './bars-creating.ts'
import type { Measurement } from './load.ts'
import { creation } from './new-protocol.ts'
import { replayedCreations } from './replayed-creations.ts'
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

/** Runs last, because protocols created without derived rows can be neither listed nor changed. */
async function derivedBars(stage: Stage, thoroughness: Thoroughness) {
  const floor = await stage.startFloor({ create: { isTransaction: true, variants: await replayedCreations(stage) } })
  const created = ofProduct(stage, thoroughness, () => creation(stage))
  const onFloor = ofFloor(floor, thoroughness, 'create')
  const triggers = await stage.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     where tgrelid in ('protocols'::regclass, 'items'::regclass) and not tgisinternal
       and tgname like any(array['protocols_record%', 'items_record%'])`,
  )
  const without = (measure: () => Promise<Measurement>) => async () => {
    for (const { table, name } of triggers) await stage.query(`alter table ${table} disable trigger ${name}`)
    const measurement = await measure()
    for (const { table, name } of triggers) await stage.query(`alter table ${table} enable trigger ${name}`)
    return measurement
  }
  const { ours, oursWithout, bare, bareWithout } = await alternate(thoroughness.rounds, {
    ours: created,
    oursWithout: without(created),
    bare: onFloor,
    bareWithout: without(onFloor),
  })
  await floor.stop()
  const row = (what: string, all: Measurement[], less: Measurement[], bar?: number): Row => {
    const share = 1 - ratioOf(all, less)
    return {
      what,
      ours: summary(all),
      floor: summary(less),
      result: percent(share),
      ...(bar !== undefined && { bar: `≤ ${percent(bar)}` }),
      verdict: bar === undefined ? '' : judge(share <= bar),
    }
  }
  return [
    row('derived rows, share of a creation', ours, oursWithout, bars.derived),
    row('derived rows, share of the bare transaction', bare, bareWithout),
  ]
}
