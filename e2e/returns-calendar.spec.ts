import { expect, type Page } from '@playwright/test'
import { answerWith, failing } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { alertSays, fitsTheWindow, openPage, phone, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { rowOf, said, section } from './support/vocabulary.ts'

const { organisation, sender, manager } = ownOrganisation({
  sender: ['Ana Beatriz Nogueira', 'origin', 'Gestor'],
  manager: 'carlos',
})

/** The due date of everything that is sent, 5 business days from today. */
let due: string

// The tests share one organisation: each continues where the one before ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const { id } = await send(['101/2026', '102/2026', '103/2026'])
  due = (await sender.call('GET', `/api/protocols/${id}`)).items[0].return_date
})

const send = (documents: string[]) =>
  organisation.send(sender, { items: documents.map((document_number) => ({ document_number })) })
const spoken = (date: string) => date.split('-').reverse().join('/')
const monthName = (month: string) =>
  new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15`))
const dueLink = (page: Page, words: string) => page.getByRole('link', { name: new RegExp(`^${words}\\b.* em \\d`) })

// proves 21.40, 21.41, 21.42, 21.44
test('the calendar shows both sides of a month, a day leads to its list, and on a phone it is an agenda', async ({
  browser,
}) => {
  const month = due.slice(0, 7)
  const page = await openPage(browser, organisation.server, manager, '/retornos')
  await expect(rowOf(page, '101/2026')).toBeVisible()
  // The focus stays in the switch, which the other view has too.
  await page.getByRole('radio', { name: 'Lista' }).press('ArrowRight')
  await expect(page).toHaveURL(/view=calendario/)
  await expect(page.getByRole('radio', { name: 'Calendário' })).toBeFocused()
  const today = page.getByRole('cell').and(page.locator('[aria-current=date]'))
  await expect(today).toContainText('Hoje')

  await page.goto(`/retornos?view=calendario&month=${month}`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(monthName(month), { ignoreCase: true })
  await expect(dueLink(page, '3 a devolver')).toBeVisible()
  await expect(page.getByText(`Em ${monthName(month)}: 3 a devolver`)).toBeVisible()
  await expectAccessible(page, 'the calendar of returns')
  // What somebody else sends shows without a reload.
  await send(['104/2026'])
  await dueLink(page, '4 a devolver').press('Enter')
  await said(page, '4 itens encontrados')
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await page.getByRole('radio', { name: 'Lista' }).press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`month=${month}`))
  // The list is still there while the calendar is drawn.
  await expect(page.getByRole('radio', { name: 'Calendário' })).toBeChecked()
  await page.getByRole('radio', { name: 'Calendário' }).press('ArrowLeft')
  await expect(page).not.toHaveURL(/view=|dateFrom=/)
  const late = [{ date: '2025-03-10', to_return: 2, to_receive: 1, overdue: 3 }]
  const asBefore = await answerWith(page, 'GET', '/api/returns/calendar', 200, late)
  await page.goto('/retornos?view=calendario&month=2025-03')
  await expect(page.getByRole('link', { name: '3 itens atrasados', exact: true })).toBeVisible()
  await expectAccessible(page, 'late items in the calendar')
  asBefore()
  await page.getByRole('link', { name: 'Hoje' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const origin = await openPage(browser, organisation.server, sender, `/retornos?view=calendario&month=${month}`, phone)
  const agenda = origin.getByRole('list', { name: `Devoluções de ${monthName(month)}` })
  await expect(agenda.getByRole('listitem').filter({ hasText: '4 a receber' })).toHaveCount(1)
  await fitsTheWindow(origin)
  await expectAccessible(origin, 'the agenda')
  await agenda.getByRole('link', { name: /^4 a receber/ }).tap()
  await said(origin, '4 itens encontrados')
  await fitsTheWindow(origin)
  await origin.getByRole('button', { name: `Remover o filtro de data de retorno: ${spoken(due)}` }).click()
  await expect(origin).not.toHaveURL(/dateFrom|dateTo/)
  await origin.goto('/retornos?view=calendario&month=2030-03')
  await expect(origin.getByText('Nada vence em março de 2030.', { exact: true })).toBeVisible()
})

// proves 21.43
test('an address for other calendars is created, replaced and ended in the profile', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/perfil', { permissions: ['clipboard-write'] })
  const card = section(page, 'Devoluções no seu calendário')
  const field = card.getByLabel('Endereço do calendário')
  const read = async (address: string) => fetch(organisation.server.url + new URL(address).pathname)
  await failing(page, 'POST', '/api/profile/calendar-feed', () =>
    card.getByRole('button', { name: 'Criar endereço' }).click(),
  )
  await alertSays(page, 'Erro ao criar endereço. Tente novamente.')
  await card.getByRole('button', { name: 'Criar endereço' }).press('Enter')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'a new address')
  const first = await field.inputValue()
  const calendar = await read(first)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(await calendar.text()).toContain('SUMMARY:Devolver: Contrato 101/2026')
  await card.getByRole('button', { name: 'Copiar' }).click()
  await expect(card.getByRole('button', { name: 'Copiado' })).toBeVisible()

  await page.reload()
  await expect(card.getByText(/^Criado em \d\d/)).toBeVisible()
  await expect(field).toHaveCount(0)
  await card.getByRole('button', { name: 'Criar um novo' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('O endereço atual deixa de funcionar na hora')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  expect((await read(first)).status).toBe(200)
  await card.getByRole('button', { name: 'Criar um novo' }).click()
  await question.getByRole('button', { name: 'Criar um novo' }).click()
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])

  await card.getByRole('button', { name: 'Desativar' }).click()
  await expectAccessible(page, 'the question before an address ends')
  await question.getByRole('button', { name: 'Desativar' }).click()
  await statusSays(page, 'Endereço desativado.')
  await expect(card.getByText(/^Com um endereço/)).toBeFocused()
  await expect(card.getByRole('button', { name: 'Criar endereço' })).toBeVisible()
  expect((await read(second)).status).toBe(404)
})
