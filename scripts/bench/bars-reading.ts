import { protocolFilter } from '@malote/core/protocols/protocol.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { findProtocol } from '../../server/src/features/protocols/detail/protocol-detail.queries.ts'
import { listProtocols } from '../../server/src/features/protocols/list/protocols.queries.ts'
import type { Plans } from './floor-server.ts'
import type { Measurement } from './load.ts'
import { record, type Statement } from './record.ts'
import { judge, percent, type Row, ratioOf, summary } from './report.ts'
import { alternate, ofFloor, ofProduct, type Thoroughness } from './rounds.ts'
import { inTurn, type SignedIn, type Stage } from './stage.ts'

// proves 16.2
const bars = { list: 0.6, listToSql: 0.28, farPage: 0.25, detail: 0.6 }

/** Measures the list and the detail beside the floor, which runs the same statements. */
export async function readingBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const leaders = [...stage.leaders.values()]
  const details = await visibleProtocols(stage, leaders)
  const floor = await stage.startFloor(await plansOf(stage, leaders, details))
  const { connections, seconds } = thoroughness
  const loop = async () =>
    (await fetch(`${floor.url}/loop/list?seconds=${seconds}&connections=${connections}`)).json() as Promise<Measurement>
  const detail = inTurn(details)

  const { list, listFloor, listLoop, far, one, oneFloor } = await alternate(thoroughness.rounds, {
    list: ofProduct(stage, thoroughness, () => ({ path: '/api/protocols?page=1', token: stage.anyone().token })),
    listFloor: ofFloor(floor, thoroughness, 'list'),
    listLoop: loop,
    far: ofProduct(stage, thoroughness, () => ({
      path: `/api/protocols?page=${farPage}`,
      token: busiest(stage).token,
    })),
    one: ofProduct(stage, thoroughness, () => {
      const { id, viewer } = detail()
      return { path: `/api/protocols/${id}`, token: viewer.token }
    }),
    oneFloor: ofFloor(floor, thoroughness, 'detail'),
  })
  await floor.stop()
  const shares = {
    list: ratioOf(list, listFloor),
    sql: ratioOf(list, listLoop),
    far: ratioOf(far, list),
    one: ratioOf(one, oneFloor),
  }
  const row = (what: string, ours: Measurement[], floorRounds: Measurement[], share: number, bar: number): Row => ({
    what,
    ours: summary(ours),
    floor: summary(floorRounds),
    result: percent(share),
    bar: `≥ ${percent(bar)}`,
    verdict: judge(share >= bar),
  })
  return [
    // proves 16.1
    row('list page 1, to a bare route', list, listFloor, shares.list, bars.list),
    // proves 16.1
    row('list page 1, to a bare driver loop', list, listLoop, shares.sql, bars.listToSql),
    row(`list page ${farPage}, to page 1`, far, list, shares.far, bars.farPage),
    // proves 16.3
    row('detail, to a bare route', one, oneFloor, shares.one, bars.detail),
  ]
}

/** The list of the largest department has this page from about 80,000 protocols on. */
const farPage = 1_000
const busiest = (stage: Stage) => stage.leaders.get(1) ?? stage.anyone()

interface Visible {
  id: number
  viewer: SignedIn
}

async function visibleProtocols(stage: Stage, leaders: readonly SignedIn[]): Promise<Visible[]> {
  const visible: Visible[] = []
  for (const viewer of leaders) {
    const rows = await stage.query<{ id: number }>(
      'select protocol_id as id from protocol_departments where department_id = $1 order by created_at desc limit 50',
      [viewer.departmentId],
    )
    visible.push(...rows.map(({ id }) => ({ id, viewer })))
  }
  return visible
}

async function plansOf(
  { databaseUrl }: Stage,
  leaders: readonly SignedIn[],
  details: readonly Visible[],
): Promise<Plans> {
  const firstPage = protocolFilter.parse({ page: 1 })
  const timeZone = 'America/Sao_Paulo'
  const today = civilDateIn(new Date(), timeZone)
  const list: Statement[][] = []
  const detail: Statement[][] = []
  for (const viewer of leaders) {
    list.push(await record(databaseUrl, (db) => listProtocols(db, viewer, firstPage, today, timeZone)))
  }
  for (const { id, viewer } of details.filter((_, index) => index % 10 === 0)) {
    detail.push(await record(databaseUrl, (db) => findProtocol(db, viewer, id, today)))
  }
  return { list: { isTransaction: false, variants: list }, detail: { isTransaction: false, variants: detail } }
}
