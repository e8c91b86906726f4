import { load, type Measurement } from './load.ts'
import { judge, type Row, ratioOf, summary, times } from './report.ts'
import { alternate, type Pace } from './rounds.ts'
import type { Stage } from './stage.ts'

const bar = 1.5

/** What people look at all day; a page may not become slower because there is more that it does not show. */
const pages: [what: string, path: string][] = [
  ['list', '/api/protocols'],
  ['list of one status', '/api/protocols?status=Pendente'],
  ['detail', '/api/protocols/{id}'],
  ['dashboard: stats of a year', '/api/dashboard/stats?period=year'],
  ['dashboard: activities', '/api/dashboard/activities'],
  ['dashboard: pending protocols', '/api/dashboard/pending-protocols'],
  ['dashboard: upcoming returns', '/api/dashboard/upcoming-returns'],
  ['returns', '/api/returns?status=Pendente'],
  ['tracking by document', '/api/tracking?type=document&search={document}'],
  ['tracking by protocol', '/api/tracking?type=protocol&search={id}'],
  ['report by status, a year', '/api/reports?period=year&type=status'],
  ['report by department, a year', '/api/reports?period=year&type=department'],
  ['report by time, a year', '/api/reports?period=year&type=time'],
  ['report of returns, a year', '/api/reports?period=year&type=return'],
]

/** The same pages on many and on few protocols, turn by turn. */
export async function growthBars(large: Stage, small: Stage, pace: Pace): Promise<Row[]> {
  const rows: Row[] = []
  const [manyCases, fewCases] = [await casesOf(large), await casesOf(small)]
  for (const [what, path] of pages) {
    if (!(await isThere(large, path, manyCases[0] as Case))) {
      rows.push({ what: `growth: ${what}`, result: 'not there', bar: `≤ ${bar}x`, verdict: 'not measured' })
      continue
    }
    const { many, few } = await alternate(pace.rounds, {
      many: visits(large, pace, path, manyCases),
      few: visits(small, pace, path, fewCases),
    })
    const factor = ratioOf(many, few, 'p50')
    rows.push({
      what: `growth: ${what}`,
      ours: summary(many),
      floor: summary(few),
      result: times(factor),
      bar: `≤ ${bar}x`,
      verdict: judge(factor <= bar),
    })
  }
  return rows
}

interface Case {
  id: number
  document: string
  token: string
}

const filled = (path: string, { id, document }: Case) =>
  path.replace('{id}', String(id)).replace('{document}', document)

/** Whether the product has such an address by now. */
async function isThere({ product }: Stage, path: string, one: Case): Promise<boolean> {
  const { status } = await fetch(product.url + filled(path, one), { headers: { authorization: `Bearer ${one.token}` } })
  return status !== 404
}

const visits =
  ({ product }: Stage, { seconds }: Pace, path: string, cases: readonly Case[]) =>
  (): Promise<Measurement> => {
    let turn = 0
    // One client: the question is how long a page takes, not how many fit side by side.
    return load(product, 1, { seconds }, () => {
      turn += 1
      const one = cases[turn % cases.length] as Case
      return { path: filled(path, one), token: one.token }
    })
  }

/** Spread over the whole time, seen by whoever leads the department that sent it. */
async function casesOf({ query, leaders }: Stage): Promise<Case[]> {
  const rows = await query<{ id: number; document: string; department: number }>(
    `select protocol_id as id, substring(document_number from '\\d{6}') as document, origin_department_id as department
     from items where id % greatest(1, (select max(id) from items) / 300) = 0`,
  )
  return rows.map(({ id, document, department }) => ({ id, document, token: leaders.get(department)?.token ?? '' }))
}
