import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { expectTheme } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let protocol: { id: number; items: number[] }

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  protocol = await organisation.send(sender, { items: [{ document_number: '1/26' }, { document_number: '2/26' }] })
  const [first, second] = protocol.items
  await manager.call('POST', `/api/protocols/${protocol.id}/receive`)
  await manager.call('PUT', `/api/protocols/items/${first}/assign`, { userId: manager.id })
  await sender.call('PUT', `/api/protocols/items/${second}/due-date`, { return_date: '2099-12-30', reason: 'Férias' })
  await manager.call('POST', `/api/protocols/items/${first}/return`)
  await sender.call('POST', `/api/protocols/items/${first}/complete`)
  await sender.call('POST', `/api/protocols/items/${second}/cancel`, { reason: 'Documento trocado' })
})

test.afterAll(() => organisation.server.stop())

type Colour = 'blue' | 'green' | 'yellow' | 'red'

/** The look of a mark: the name of its colour, and whether it has an icon. */
const marks = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).evaluate((timeline) =>
    [...timeline.querySelectorAll('li')].map((step) => {
      const mark = step.querySelector('[aria-hidden]')
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(mark as Element)
          .color.match(/\d+/g)
          ?.map(Number) ?? []
      const isWarm = red > blue && red > green
      const warm = (green - blue) / (red - blue) > 0.4 ? 'yellow' : 'red'
      const colour = isWarm ? warm : green > blue ? 'green' : 'blue'
      return [step.querySelector('div > div')?.textContent, colour, mark?.querySelector('svg') !== null]
    }),
  )

/** No theme was chosen, so the page follows the system. */
const show = async (page: Page, theme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme: theme })
  await expectTheme(page, theme)
}

const expected = (told: [string, Colour][]) => told.map(([action, colour]) => [action, colour, true])

// proves 4.26
test('the history of a protocol is coloured by the keyword of each entry, in both themes', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${protocol.id}?tab=historico`)
  await expect(page.getByRole('list', { name: 'Histórico do protocolo' }).getByRole('listitem')).toHaveCount(7)
  for (const theme of ['light', 'dark'] as const) {
    await show(page, theme)
    expect(await marks(page, 'Histórico do protocolo'), theme).toEqual(
      expected([
        ['Protocolo criado', 'blue'],
        ['Protocolo recebido', 'blue'],
        ['Usuário atribuído', 'blue'],
        ['Prazo alterado', 'yellow'],
        ['Item retornado', 'yellow'],
        ['Item concluído', 'green'],
        ['Item cancelado', 'red'],
      ]),
    )
  }
  await expectAccessible(page, 'the coloured history')
})

test('words of another server keep their colours and pictures', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  await page.route(`**/api/protocols/${protocol.id}`, async (route) => {
    const answer = await (await route.fetch()).json()
    const actions = ['PENDENTE', 'Em andamento', 'Documento devolvido', 'Editado', 'Completado', 'Algo novo', '']
    const history = actions.map((action, id) => ({ ...answer.history[0], id, action }))
    await route.fulfill({ json: { ...answer, history } })
  })
  await page.goto(`/protocolos/${protocol.id}?tab=historico`)
  await expect(page.getByRole('list', { name: 'Histórico do protocolo' }).getByRole('listitem')).toHaveCount(7)
  expect((await marks(page, 'Histórico do protocolo')).map(([, colour, hasPicture]) => [colour, hasPicture])).toEqual([
    ['yellow', true],
    ['blue', true],
    ['yellow', true],
    ['yellow', true],
    ['green', true],
    ['blue', true],
    ['blue', true],
  ])
})

test('the story of an item has the same colours', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, `/rastreamento?search=1/26&type=document`)
  await page.getByRole('button', { name: 'Ver Timeline' }).click()
  await expect(page.getByRole('list', { name: 'Timeline completa' })).toBeVisible()
  const told = await marks(page, 'Timeline completa')
  expect(Object.fromEntries(told.map(([action, colour]) => [action, colour]))).toMatchObject({
    'Protocolo criado': 'blue',
    'Item retornado': 'yellow',
    'Item concluído': 'green',
  })
})
