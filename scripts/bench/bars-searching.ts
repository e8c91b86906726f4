import { words } from './generate-organisation.ts'
import { load, type Measurement } from './load.ts'
import { judge, median, milliseconds, type Row, summary } from './report.ts'
import type { Thoroughness } from './rounds.ts'
import { inTurn, type Stage } from './stage.ts'

/** Milliseconds. */
const bars = { documentP99: 25, broadP50: 100 }

/**
 * Measures the search of the list: six digits of a document number, a frequent word, and the names of a department, of a
 * person, of an item type, and of an item.
 */
export async function searchingBars(stage: Stage, { seconds, rounds }: Thoroughness): Promise<Row[]> {
  const documents = inTurn(await documentsOf(stage))
  const word = inTurn(words.slice(0, 20))
  const department = inTurn(
    Array.from({ length: 60 }, (_, index) => `Departamento ${String(index + 1).padStart(2, '0')}`),
  )
  const said = await whatItemsSay(stage)
  const search = async (
    connections: number,
    ask: () => { term: string; token: string },
    path = '/api/protocols?search=',
  ) => {
    const measurements: Measurement[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const measurement = await load(stage.product, connections, { seconds }, () => {
        const { term, token } = ask()
        return { path: `${path}${encodeURIComponent(term)}`, token }
      })
      if (round > 0) measurements.push(measurement)
    }
    return measurements
  }
  const byDocument = await search(4, documents)
  const byDepartment = await search(4, () => ({ term: department(), token: stage.anyone().token }))
  const asAnyone = (next: () => string) => () => ({ term: next(), token: stage.anyone().token })
  const broad: [string, Measurement[]][] = [
    // proves 16.7
    ['search: broad term', await search(1, asAnyone(word))],
    ['search: first name', await search(1, asAnyone(inTurn(said.firstNames)))],
    ['search: item type', await search(1, asAnyone(inTurn(said.itemTypes)))],
    ['search: person', await search(1, asAnyone(inTurn(said.people)))],
    ['search: description', await search(1, asAnyone(inTurn(said.descriptions)))],
    ['search: broad term in search-and-go', await search(1, asAnyone(word), '/api/search?q=')],
  ]
  const row = (what: string, ours: Measurement[], figure: 'p50' | 'p99', bar?: number): Row => {
    const value = median(ours.map((one) => one[figure]))
    return {
      what,
      ours: summary(ours),
      result: `${figure} ${milliseconds(value)}`,
      ...(bar !== undefined && { bar: `≤ ${bar} ms` }),
      verdict: bar === undefined ? '' : judge(value <= bar),
    }
  }
  return [
    // proves 16.7
    row('search: document number, 4 clients', byDocument, 'p99', bars.documentP99),
    ...broad.map(([what, ours]) => row(what, ours, 'p50', bars.broadP50)),
    row('search: department name, 4 clients', byDepartment, 'p50'),
  ]
}

async function whatItemsSay({ query }: Stage) {
  const texts = async (statement: string) => (await query<{ text: string }>(statement)).map(({ text }) => text)
  return {
    people: await texts('select name as text from users where id % 20 = 0'),
    firstNames: await texts("select distinct split_part(name, ' ', 1) as text from users"),
    itemTypes: await texts('select name as text from item_types'),
    descriptions: await texts(
      `select description as text from items
       where description is not null and id % greatest(1, (select max(id) from items) / 500) = 0`,
    ),
  }
}

async function documentsOf({ query, leaders }: Stage) {
  const rows = await query<{ digits: string; department: number }>(
    `select substring(document_number from '\\d{6}') as digits, origin_department_id as department
     from items where id % greatest(1, (select max(id) from items) / 500) = 0`,
  )
  return rows.map(({ digits, department }) => ({ term: digits, token: leaders.get(department)?.token ?? '' }))
}
