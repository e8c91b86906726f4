import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect, type Db } from '../../db/connect.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import { type MailServer, mailServer, startPost } from '../../test/mail-server.ts'
import { ensureHolidays } from '../calendar/public.ts'
import { remindOfDeadlines } from './public.ts'

/**
 * Every reminder from 15 October to 20 November 2026: day, recipient, headline, items. 2 and 20 November are holidays;
 * on the 9th the server is off, on the 18th it starts in the afternoon.
 *
 * @see the scenario below for each letter
 */
const expected = `
15/10 caio 1 item atrasado                                              L
15/10 gina 1 item atrasado                                              L
15/10 rita 1 item atrasado e 1 vence amanhã                             L A
16/10 gina 1 protocolo aguarda recebimento                               D
16/10 rita 1 item vence hoje                                            A
16/10 rui 2 itens vencem até segunda-feira (19/10)                      B C
19/10 caio 2 itens atrasados                                            A B
19/10 rita 1 item atrasado                                              A
19/10 rui 1 item atrasado e 1 vence hoje                                B C
20/10 caio 1 item atrasado e 1 protocolo aguarda recebimento            C D
20/10 rui 1 item atrasado                                               C
21/10 gina 1 item atrasado                                              A
22/10 gina 1 item atrasado                                              C
23/10 gina 1 protocolo aguarda recebimento                               D
26/10 caio 1 item atrasado                                              A
26/10 rita 1 item atrasado                                              A
27/10 caio 1 protocolo aguarda recebimento                               D
28/10 gina 1 item atrasado                                              A
30/10 gina 1 item vence terça-feira (03/11) e 1 protocolo aguarda recebimento  D
30/10 rui 1 item vence segunda-feira (02/11)                            C
03/11 caio 1 item atrasado                                              C
03/11 gina 1 item vence hoje                                            D
03/11 rui 1 item atrasado                                               C
04/11 caio 1 item atrasado e 1 protocolo aguarda recebimento            D
04/11 gina 1 item atrasado                                              D
05/11 gina 1 item atrasado                                              C
05/11 rita 1 item atrasado                                              D
06/11 rui 1 item vence hoje                                             M
10/11 rui 1 item vence hoje                                             N
11/11 caio 2 itens atrasados                                            D H
11/11 gina 1 item atrasado e 1 vence amanhã                             D I
12/11 gina 1 item vence hoje                                            I
12/11 rita 1 item atrasado                                              D
13/11 gina 1 item atrasado                                              H
18/11 caio 2 itens atrasados                                            D H
18/11 gina 1 item atrasado                                              D
18/11 rui 1 item vence amanhã                                           E
19/11 rita 1 item atrasado e 2 vencem até segunda-feira (23/11)         D F G
19/11 rui 1 item vence hoje                                             E
`
  .trim()
  .split('\n')
  .map((line) => line.replace(/(\s{2,}|\s)[A-Z]( [A-Z])*$/, ''))

let test: TestApp
let smtp: MailServer
/** The database of a second server. */
let otherDb: Db
let post: Awaited<ReturnType<typeof startPost>>

beforeAll(async () => {
  smtp = await mailServer()
  test = await testApp({ now: '2026-10-14T12:00:00Z', ownDatabase: true })
  otherDb = connect(test.connectionString)
  post = await startPost(test, smtp.url)
  await ensureHolidays(test.db, [2026])
})

afterAll(async () => {
  await post.stop()
  await otherDb.destroy()
  await smtp.close()
})

const people = { caio: 0, gina: 0, rita: 0, rui: 0, nina: 0, ivo: 0, otto: 0, sol: 0 }
type Name = keyof typeof people

/** The scenario's items, by letter. */
const items: Record<string, { id: number; protocolId: number }> = {}
let ends: { originDepartmentId: number; destinationDepartmentId: number }

/** Creates a protocol with one item. */
async function send(letter: string, who: Name | null, due: CivilDate, status = protocolStatus.inProgress as string) {
  const responsibleId = who && people[who]
  const protocol = await buildProtocol(test.db, {
    ...ends,
    createdBy: people.caio,
    createdAt: test.clock.now(),
    status: status as typeof protocolStatus.inProgress,
    items: [{ responsibleId, returnDate: due, documentNumber: letter }],
  })
  items[letter] = { id: protocol.items[0]?.id ?? 0, protocolId: protocol.id }
}

async function settle() {
  const { db } = test
  ends = { originDepartmentId: (await buildDepartment(db)).id, destinationDepartmentId: (await buildDepartment(db)).id }
  const named = (name: Name, departmentId: number) => ({ name, email: `${name}@malote.test`, departmentId })
  const here = (name: Name) => named(name, ends.originDepartmentId)
  const there = (name: Name) => named(name, ends.destinationDepartmentId)
  people.caio = (await buildUser(db, here('caio'))).id
  people.otto = (await buildManager(db, here('otto'))).id
  people.gina = (await buildManager(db, there('gina'))).id
  people.rita = (await buildUser(db, there('rita'))).id
  people.rui = (await buildUser(db, there('rui'))).id
  people.sol = (await buildUser(db, there('sol'))).id
  people.nina = (await buildUser(db, { ...there('nina'), notifyItemReturn: false })).id
  people.ivo = (await buildUser(db, { ...there('ivo'), isActive: false })).id

  await send('A', 'rita', '2026-10-16')
  await send('B', 'rui', '2026-10-17') // a Saturday
  await send('C', 'rui', '2026-10-19')
  await send('D', null, '2026-11-03', protocolStatus.pending) // without a responsible user
  await send('E', 'rui', '2026-11-19')
  await send('F', 'rita', '2026-11-20') // a holiday
  await send('G', 'rita', '2026-11-23')
  await send('H', 'nina', '2026-11-10') // has switched reminders off
  await send('I', 'ivo', '2026-11-12') // is inactive
  await send('J', 'rita', '2026-11-05', protocolStatus.cancelled)
  await send('L', 'rita', '2026-10-01') // late since before the first reminder
  await send('N', 'rui', '2026-11-10')
}

const onItem = (who: Name, method: 'post' | 'put', letter: string, verb: string, body?: object) => async () => {
  const reply = await test.as({ id: people[who] })[method](`/api/protocols/items/${items[letter]?.id}/${verb}`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const giveBack = (who: Name, letter: string) => onItem(who, 'post', letter, 'return')

/** Actions of the users, each afternoon. */
const afternoons: Record<CivilDate, (() => Promise<void>)[]> = {
  '2026-10-15': [giveBack('rita', 'L')],
  '2026-10-20': [giveBack('rui', 'B')],
  '2026-10-22': [onItem('caio', 'put', 'C', 'due-date', { return_date: '2026-11-02', reason: 'Pedido de Rui' })],
  '2026-10-28': [giveBack('rita', 'A')],
  '2026-11-04': [
    async () => {
      const received = await test.as({ id: people.gina }).post(`/api/protocols/${items.D?.protocolId}/receive`)
      expect(received.status).toBe(200)
    },
    () => onItem('gina', 'put', 'D', 'assign', { userId: people.rita })(),
  ],
  '2026-11-05': [onItem('caio', 'post', 'C', 'cancel', { reason: 'Extraviado' }), () => send('M', 'rui', '2026-11-06')],
  '2026-11-06': [giveBack('rui', 'M')],
  '2026-11-10': [giveBack('rui', 'N')],
  '2026-11-12': [giveBack('gina', 'I')],
}

// proves 11.19, 20.8
it('speaks of deadlines through a month with holidays, each reminder once, in the app and by mail', async () => {
  await settle()
  const zone = { APP_TIMEZONE: 'America/Sao_Paulo' }
  const told: string[] = []
  for (let day = '2026-10-15'; day <= '2026-11-20'; day = addDays(day, 1)) {
    if (day === '2026-11-09') continue // the server is off
    const morning = day === '2026-11-18' ? `${day}T19:00:00Z` : `${day}T10:00:00Z`
    test.clock.set(morning)
    // Two servers at once, and one of them again a quarter of an hour later.
    await Promise.all([test.db, otherDb].map((db) => remindOfDeadlines(db, zone, test.clock.now())))
    expect(await remindOfDeadlines(otherDb, zone, test.clock.now())).toBe(0)
    told.push(...(await toldAt(day, test.clock.now())))

    test.clock.set(`${day}T20:00:00Z`)
    for (const act of afternoons[day] ?? []) await act()
  }
  expect(told).toEqual(expected)

  const byMail = expected.map((line) => line.slice(6)).sort()
  const isReminder = ({ subject }: { subject: string }) =>
    /^\d+ (ite(m|ns) (atras|venc)|protocolos? aguard)/.test(subject)
  await vi.waitFor(() => expect(smtp.received.filter(isReminder)).toHaveLength(expected.length), {
    timeout: 60_000,
    interval: 200,
  })
  const arrived = smtp.received.filter(isReminder).map(({ to, subject }) => `${to[0]?.split('@')[0]} ${subject}`)
  expect(arrived.sort()).toEqual(byMail)
}, 90_000)

async function toldAt(day: CivilDate, moment: Date): Promise<string[]> {
  const rows = await test.db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.userId')
    .select(['users.name', 'title', 'message'])
    .where('notifications.createdAt', '=', moment.toISOString())
    .orderBy('users.name')
    .execute()
  for (const { message } of rows) expect(message).toMatch(/\nVocê recebeu este aviso porque .+\.$/)
  return rows.map(({ name, title }) => `${day.slice(8)}/${day.slice(5, 7)} ${name} ${title}`)
}
