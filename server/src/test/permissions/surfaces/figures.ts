import { role } from '@malote/core/users/role.ts'
import { isAdmin } from '@malote/core/users/viewer.ts'
import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { Client } from '../../client.ts'
import { isLong } from '../../fuzz-runs.ts'
import {
  ask,
  isOwn,
  isPending,
  isReceived,
  ofThird,
  type Row,
  rows,
  type Surface,
  sum,
  surface,
  third,
} from './lists.ts'

const calendar = (what: string, count: string, holds: Surface['holds']) =>
  surface(
    '/api/returns/calendar',
    what,
    async (client) => {
      const { body } = await ask(client, '/api/returns/calendar?from=2026-11-01&to=2026-11-30')
      return sum(body.map((day: Row) => day[count]))
    },
    holds,
  )

export const calendars: Surface[] = [
  calendar('late', 'overdue', isReceived),
  calendar(
    'to return',
    'to_return',
    (protocol, viewer) =>
      isReceived(protocol) && (isAdmin(viewer) || protocol.destinationDepartmentId === viewer.departmentId),
  ),
]

/** A number that a route of today's figures tells. */
const figure = (path: string, what: string, read: (body: Row) => number, holds?: Surface['holds']) =>
  surface(path, what, async (client) => read((await ask(client, path)).body), holds)
const listed = (name: string, holds: Surface['holds']) =>
  surface(`/api/dashboard/${name}`, 'list', (client) => rows(client, `/api/dashboard/${name}`), holds)

const stats = '/api/dashboard/stats'
const today = '/api/dashboard/today'
const summary = '/api/protocols/summary'

export const dashboard: Surface[] = [
  figure(stats, 'total', ({ totalProtocols }) => totalProtocols),
  figure(stats, 'chart', ({ chartData }) => sum(chartData.datasets.flatMap(({ data }: Row) => data))),
  listed('activities', isPending),
  listed('pending-protocols', isPending),
  listed('upcoming-returns', isReceived),
  figure(
    today,
    'to receive',
    ({ to_receive }) => to_receive.count,
    (protocol, { departmentId }) => isPending(protocol) && protocol.destinationDepartmentId === departmentId,
  ),
  figure(
    today,
    'late',
    ({ overdue }) => overdue.count,
    // A Usuário sees their own items only, and answers for none of these.
    (protocol, viewer) =>
      isReceived(protocol) && protocol.destinationDepartmentId === viewer.departmentId && viewer.role !== role.user,
  ),
  figure(
    today,
    'requests to decide',
    ({ extension_requests }) => extension_requests.count,
    ({ originDepartmentId }, { departmentId }) => originDepartmentId === departmentId,
  ),
  figure(
    summary,
    'waiting at the own department, or anywhere for those without one',
    ({ pending_here }) => pending_here,
    (protocol, viewer) =>
      isPending(protocol) && (viewer.departmentId === null || protocol.destinationDepartmentId === viewer.departmentId),
  ),
  figure(
    summary,
    'late at the own department, or anywhere for those without one',
    ({ overdue }) => overdue,
    (protocol, viewer) => isReceived(protocol) && (viewer.departmentId === null || isOwn(protocol, viewer)),
  ),
]

const report = '/api/reports'

export const reports: Surface[] = [
  figure(report, 'protocols', (body) => body.summary.totalProtocols),
  surface(
    report,
    'protocols of a department',
    async (client, scene) => (await ask(client, `${report}?department=${third(scene)}`)).body.summary.totalProtocols,
    ofThird,
  ),
  figure(report, 'returns', ({ returnReport }) => sum(returnReport.datasets[0].data), isReceived),
  // Over all departments, each protocol counts at both ends; for a viewer with a department, at their own end and the
  // other one.
  surface(report, 'departments', async (client, _, viewer) => {
    const { labels, datasets } = (await ask(client, report)).body.departmentReport
    const own = isAdmin(viewer) ? undefined : await departmentOf(client)
    const [sent, received] = datasets.map(({ data }: Row) => data as number[])
    return own === undefined ? sum(sent) : sent[labels.indexOf(own)] + received[labels.indexOf(own)]
  }),
]

const departmentOf = async (client: Client): Promise<string> => (await ask(client, '/api/auth/me')).body.department

/**
 * Reads the first column of an exported list, and checks that the header `x-total-rows` matches the number of lines.
 */
async function lines(client: Client, path: string): Promise<number[]> {
  const { body, headers } = await ask(client, path)
  const found = body.split('\r\n').slice(1, -1).map(Number.parseFloat)
  expect(headers['x-total-rows']).toBe(String(found.length))
  return found
}

const exported = '/api/reports/export'

const documentOfReports = surface(exported, 'document', async (client) => {
  const { raw } = await ask(client, `${exported}?format=pdf&type=status`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)))
  const words = text.join(' ').replace(/\s+/g, ' ')
  return sum([/Pendente (\d+) /, /Em andamento (\d+) /].map((line) => Number(line.exec(words)?.[1])))
})

export const exports: Surface[] = [
  surface('/api/returns/export', 'lines', (client) => lines(client, '/api/returns/export'), isReceived),
  surface(exported, 'lines', (client) => lines(client, `${exported}?format=csv`)),
  surface(exported, 'workbook', async (client) => {
    const { raw } = await ask(client, `${exported}?format=xlsx&type=status`)
    const sheet = (await readWorkbook(raw)).find(({ sheet }) => sheet === 'Dados Detalhados')
    return Number(sheet?.data.at(-1)?.[1])
  }),
  // The same numbers once more; a document takes the longest of all.
  ...(isLong ? [documentOfReports] : []),
]
