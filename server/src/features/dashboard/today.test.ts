import { role } from '@malote/core/users/role.ts'
import { beforeAll, expect, it } from 'vitest'
import { randomOrganisation } from '../../test/random-organisation.ts'
import { ensureHolidays } from '../calendar/public.ts'

/** The list behind a screen's address: the names of the address are in camel case, those of the API are not. */
const screens = { '/protocolos': '/protocols', '/retornos': '/returns', '/ocorrencias': '/occurrences' }
const listOf = (path: string) =>
  path.includes('view=pedidos')
    ? `/api/extension-requests${path.replace(/^\/\w+/, '').replace('view=pedidos&', '')}`
    : `/api${path.replace(/^\/\w+/, (screen) => screens[screen as keyof typeof screens]).replace('perPage', 'per_page')}`

let organisation: Awaited<ReturnType<typeof randomOrganisation>>
beforeAll(async () => {
  organisation = await randomOrganisation(80)
  await ensureHolidays(organisation.db, [2026])
})

// proves 17.7, 17.34, 20.17
it('each fact counts exactly the rows of the list behind its path, for everybody', async () => {
  const { people, ask } = organisation
  const highest: Record<string, number> = {}
  for (const person of people) {
    const facts: Record<string, { count: number; path: string }> = await ask(person, '/api/dashboard/today')
    for (const [fact, { count, path }] of Object.entries(facts)) {
      highest[fact] = Math.max(highest[fact] ?? 0, count)
      // A path without a query is a fact that nothing can be counted for.
      const total = path.includes('?') ? (await ask(person, listOf(path))).meta.total : 0
      expect({ fact, count }, `${person.name}: ${path}`).toEqual({ fact, count: total })
    }
  }
  for (const [fact, count] of Object.entries(highest)) expect(count, fact).toBeGreaterThan(0)
})

// proves 17.34
it('a Usuário is asked for their own items, a Gestor for those of the department and for unassigned ones', async () => {
  const { people, ask } = organisation
  const paths = async (of: string) => {
    const person = people.find((one) => one.role === of)
    const { overdue, to_return_today, to_confirm, unassigned, to_receive, unreceived_sent } = await ask(
      person as { id: number },
      '/api/dashboard/today',
    )
    return [overdue, to_return_today, to_confirm, unassigned, to_receive, unreceived_sent].map(({ path }) => path)
  }
  const ofAll = ['/retornos?side=toReceive&status=Retornado']
  const protocols = ['/protocolos?awaiting=receipt', '/protocolos?awaiting=sent']
  expect(await paths(role.user)).toEqual([
    '/retornos?side=toReturn&dateFilter=overdue&responsible=me',
    '/retornos?side=toReturn&dateFilter=today&responsible=me',
    ...ofAll,
    '/retornos',
    ...protocols,
  ])
  expect(await paths(role.manager)).toEqual([
    '/retornos?side=toReturn&dateFilter=overdue',
    '/retornos?side=toReturn&dateFilter=today',
    ...ofAll,
    '/retornos?side=toReturn&responsible=none',
    ...protocols,
  ])
})

it('without a department there is nothing to do', async () => {
  const { people, ask } = organisation
  const facts = await ask(people[5] as { id: number }, '/api/dashboard/today')
  expect(Object.values(facts).map((fact) => (fact as { count: number }).count)).toEqual(Array(8).fill(0))
})
