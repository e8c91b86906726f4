import { type Call, load, type Measurement } from './load.ts'
import { judge, type Row, ratioOf, summary, times } from './report.ts'
import { alternate, type Thoroughness } from './rounds.ts'
import { inTurn, type Stage } from './stage.ts'

// proves 16.6
const bar = 1.5

/**
 * Every list, count and look-up; none may become slower because of rows that it does not show. Below each heading are
 * the URLs, filled in for one case after the other; those requested as Admin begin with `admin `.
 */
const pages: Record<string, Record<string, string>> = {
  protocols: {
    list: '/api/protocols',
    'list of one status': '/api/protocols?status=Pendente',
    'list with one department': '/api/protocols?department={other}',
    'list of a period': '/api/protocols?startDate={monthAgo}&endDate={today}',
    'list, page 9': '/api/protocols?page=9',
    'list, 50 rows': '/api/protocols?per_page=50',
    'list by due date': '/api/protocols?sort=due',
    'list by due date, page 9': '/api/protocols?sort=due&page=9',
    'list by due date, one department': '/api/protocols?sort=due&department={other}',
    late: '/api/protocols?late=1',
    'late, by due date': '/api/protocols?late=1&sort=due',
    'late, one status': '/api/protocols?late=1&status=Pendente',
    'late, one department': '/api/protocols?late=1&department={other}',
    'late, of a period': '/api/protocols?late=1&startDate={monthAgo}&endDate={today}',
    'late, everywhere': 'admin /api/protocols?late=1',
    here: '/api/protocols?here=1',
    'here, one status': '/api/protocols?here=1&status=Pendente',
    'here, by due date': '/api/protocols?here=1&sort=due',
    'here, one department': '/api/protocols?here=1&department={other}',
    'late and here': '/api/protocols?late=1&here=1',
    'to receive': '/api/protocols?awaiting=receipt',
    'to receive, one department': '/api/protocols?awaiting=receipt&department={other}',
    'sent and not received': '/api/protocols?awaiting=sent',
    'late, search by document': '/api/protocols?late=1&search={document}',
    'search by document': '/api/protocols?search={document}',
    'search by number': '/api/protocols?search={id}',
    'search by department': '/api/protocols?search=Departamento%20{two}',
    'search by person': '/api/protocols?search={name}',
    'search by supplier': '/api/protocols?search={supplier}',
    'search by description': '/api/protocols?search={description}',
    summary: '/api/protocols/summary',
    detail: '/api/protocols/{id}',
    print: 'admin /api/protocols/{printable}/print',
    'who may be responsible': '/api/protocols/{id}/destination-users',
    download: 'admin /api/protocols/attachments/{attachment}/download',
  },
  dashboard: {
    'stats of a week': '/api/dashboard/stats?period=week',
    'stats of a month': '/api/dashboard/stats?period=month',
    'stats of a quarter': '/api/dashboard/stats?period=quarter',
    'stats of a year': '/api/dashboard/stats?period=year',
    activities: '/api/dashboard/activities',
    'pending protocols': '/api/dashboard/pending-protocols',
    'upcoming returns': '/api/dashboard/upcoming-returns',
    'my day': '/api/dashboard/today',
    'my day of an Admin': 'admin /api/dashboard/today',
  },
  returns: {
    pending: '/api/returns?status=Pendente',
    returned: '/api/returns?status=Retornado',
    all: '/api/returns?status=all',
    overdue: '/api/returns?dateFilter=overdue',
    'due within a week': '/api/returns?dateFilter=week',
    'one department': '/api/returns?department={other}',
    'to send back': '/api/returns?side=toReturn',
    'one responsible': '/api/returns?responsible={person}',
    'one responsible, returned': '/api/returns?responsible={person}&status=Retornado',
    'one responsible, all': '/api/returns?responsible={person}&status=all',
    'nobody responsible': '/api/returns?responsible=none',
    'nobody responsible, to send back': '/api/returns?responsible=none&side=toReturn',
    'nobody responsible, overdue': '/api/returns?responsible=none&side=toReturn&dateFilter=overdue',
    'search by document': '/api/returns?search={document}',
    'search by description': '/api/returns?search={description}',
  },
  tracking: {
    'by document': '/api/tracking?type=document&search={document}',
    'by protocol': '/api/tracking?type=protocol&search={id}',
    'by item type': '/api/tracking?type=item&search=Contrato',
    'by description': '/api/tracking?type=item&search={description}',
    'by document, one status': '/api/tracking?type=document&search={document}&status=Pendente',
  },
  reports: Object.fromEntries(
    ['week', 'month', 'quarter', 'year'].flatMap((period) =>
      ['status', 'department', 'time', 'return'].map((type) => [
        `${type}, a ${period}`,
        `/api/reports?period=${period}&type=${type}`,
      ]),
    ),
  ),
  'search-and-go': {
    document: '/api/search?q={document}',
    word: '/api/search?q=contrato',
    number: '/api/search?q=%23{id}',
    person: '/api/search?q={name}',
  },
  catalogs: {
    departments: '/api/departments',
    'people of a department': '/api/departments/{department}/users',
    categories: '/api/categories',
    'what is usual': '/api/deadlines/typical?category_id=1&destination_department_id={department}',
    'what is usual, everywhere': '/api/deadlines/typical?category_id=1',
    'item types': '/api/item-types',
    suppliers: '/api/suppliers',
    'suppliers of a search': '/api/suppliers?search=contrato',
    'supplier picker': '/api/suppliers/search?q=nota&limit=50',
    users: '/api/users',
    'what a person answers for': '/api/users/{person}/responsibilities',
    holidays: '/api/calendar/holidays?from={monthAgo}&to={today}',
  },
  "one's own": {
    session: '/api/auth/me',
    sessions: '/api/auth/sessions',
    notifications: '/notifications/{viewer}?limit=10',
  },
  help: {
    suggestions: '/suggestions',
    popular: '/suggestions/popular?limit=5',
    recent: '/suggestions/recent',
    'search of suggestions': '/suggestions/search?q=lista',
    'stats of suggestions': '/suggestions/stats',
    'own suggestions': '/suggestions/user',
    'own ratings': '/feedback/user',
    'check of a rating': '/feedback/check/geral',
    analytics: 'admin /feedback/analytics',
  },
}

/** Measures the same pages on many and on few protocols, alternately. */
export async function growthBars(large: Stage, small: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const rows: Row[] = []
  const [manyCases, fewCases] = [await casesOf(large), await casesOf(small)]
  const all = Object.entries(pages).flatMap(([part, paths]) =>
    Object.entries(paths).map(([what, path]) => [`${part}: ${what}`, path] as const),
  )
  for (const [what, path] of all) {
    const { many, few } = await alternate(thoroughness.rounds, {
      many: visits(large, thoroughness, path, manyCases),
      few: visits(small, thoroughness, path, fewCases),
    })
    const factor = ratioOf(many, few, 'p50')
    const shown = [await rowsShown(large, path, manyCases), await rowsShown(small, path, fewCases)]
    rows.push({
      what: `growth: ${what}${shown[0] === shown[1] ? '' : ` (${shown[0]} rows, to ${shown[1]})`}`,
      ours: summary(many),
      floor: summary(few),
      result: times(factor),
      bar: `≤ ${bar}x`,
      verdict: judge(factor <= bar),
    })
  }
  return rows
}

/** The values for the URLs, and the users who send the requests. */
interface Case {
  token: string
  adminToken: string
  values: Readonly<Record<string, string | number>>
}

/** The words of an item, for searches. */
interface Drawn {
  id: number
  document: string
  department: number
  other: number
  person: number
  name: string
  supplier: string
  description: string
}

function callOf(path: string, { token, adminToken, values }: Case): Call {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return filled.startsWith('admin ')
    ? { path: filled.slice('admin '.length), token: adminToken }
    : { path: filled, token }
}

const visits =
  ({ product }: Stage, { seconds }: Thoroughness, path: string, cases: readonly Case[]) =>
  (): Promise<Measurement> => {
    const next = inTurn(cases)
    // One client, because this measures how long a page takes, not the throughput. One second is enough for its median.
    return load(product, 1, { seconds: Math.min(1, seconds) }, () => callOf(path, next()))
  }

/**
 * Median number of rows in the answers, or 0 for what is no list. Few protocols fill fewer pages, so that a page of many
 * may take longer only because it shows more.
 */
async function rowsShown({ product }: Stage, path: string, cases: readonly Case[]): Promise<number> {
  const counts: number[] = []
  for (const one of cases.slice(0, 51)) {
    const call = callOf(path, one)
    const reply = await fetch(product.url + call.path, { headers: { authorization: `Bearer ${call.token}` } })
    const body: unknown = reply.headers.get('content-type')?.includes('json')
      ? await reply.json()
      : await reply.arrayBuffer()
    const rows = Array.isArray(body) ? body : (body as { data?: unknown }).data
    counts.push(Array.isArray(rows) ? rows.length : 0)
  }
  return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 0
}

/** Cases spread over the whole time, each seen by the leader of the sending department. */
async function casesOf(stage: Stage): Promise<Case[]> {
  const rows = await stage.query<Drawn>(
    `select i.protocol_id as id, substring(i.document_number from '\\d{6}') as document,
       i.origin_department_id as department, i.destination_department_id as other, u.id as person, u.name,
       coalesce(s.company_name, 'nenhum') as supplier, coalesce(i.description, 'nenhuma') as description
     from items i
     join users u on u.id = coalesce(i.responsible_id, i.id % 2000 + 1)
     left join suppliers s on s.id = i.supplier_id
     where i.id % greatest(1, (select max(id) from items) / 300) = 0`,
  )
  const attachment = await attach(stage)
  const [printable] = await stage.query<{ id: number }>(
    `select max(id) as id from protocols where status = 'Concluído'`,
  )
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return rows.flatMap((row) => {
    const leader = stage.leaders.get(row.department)
    if (!leader) return []
    const values = {
      ...row,
      ...{ two: String(row.other).padStart(2, '0'), viewer: leader.id, today: day(0), monthAgo: day(30) },
      ...{ attachment, printable: printable?.id ?? 0 },
    }
    return [{ token: leader.token, adminToken: stage.admin.token, values }]
  })
}

/** A new protocol with a file; the generated ones have none. */
async function attach({ product, leaders, query }: Stage): Promise<number> {
  const body = new FormData()
  const item = { item_type_id: 1, category_id: 9, reason: 'Conferência', document_number: 'Anexo' }
  for (const [name, value] of Object.entries({
    remarks: 'Com anexo',
    origin_department_id: '1',
    destination_department_id: '2',
    requires_return: 'false',
    items: JSON.stringify([item]),
  })) {
    body.set(name, value)
  }
  body.set('attachment_0', new Blob(['Conteúdo de exemplo'], { type: 'text/plain' }), 'exemplo.txt')
  const headers = { authorization: `Bearer ${leaders.get(1)?.token}` }
  const reply = await fetch(`${product.url}/api/protocols`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`the protocol with a file was refused: ${await reply.text()}`)
  const [row] = await query<{ id: number }>('select max(id) as id from attachments')
  return row?.id ?? 0
}
