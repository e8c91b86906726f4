import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith, failing } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays, statusSays } from './support/toasts.ts'
import { rowOf, said, section } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person

/** The due date of everything that is sent, 5 business days from today. */
let due: string

// The tests share one organisation: each continues where the one before ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Gestor')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  const { id } = await send(['101/2026', '102/2026', '103/2026'])
  due = (await sender.call('GET', `/api/protocols/${id}`)).items[0].return_date
})

test.afterAll(() => organisation.server.stop())

const send = (documents: string[]) =>
  organisation.send(sender, { items: documents.map((document_number) => ({ document_number })) })
const open = (browser: Browser, person: Person, month = due.slice(0, 7), options = {}) =>
  openPage(browser, organisation.server, person, `/retornos?view=calendario&month=${month}`, options)
const spoken = (date: string) => date.split('-').reverse().join('/')
const monthName = (month: string) =>
  new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15`))
const dueLink = (page: Page, words: string) => page.getByRole('link', { name: new RegExp(`^${words}\\b.* em \\d`) })
const isMonth = (page: Page, month: string) =>
  expect(page.getByRole('heading', { level: 2 })).toHaveText(monthName(month), { ignoreCase: true })

// proves 21.40, 21.41, 21.44
test('the calendar shows both sides of a month, and a day leads to its list', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/retornos')
  await expect(rowOf(page, '101/2026')).toBeVisible()
  // The focus stays in the switch, which the other view has too.
  await page.getByRole('radio', { name: 'Lista' }).press('ArrowRight')
  await expect(page).toHaveURL(/view=calendario/)
  await expect(page.getByRole('radio', { name: 'Calendário' })).toBeFocused()
  const today = page.getByRole('cell').and(page.locator('[aria-current=date]'))
  await expect(today).toContainText('Hoje')

  await page.goto(`/retornos?view=calendario&month=${due.slice(0, 7)}`)
  await isMonth(page, due.slice(0, 7))
  await expect(dueLink(page, '3 a devolver')).toBeVisible()
  await expect(page.getByText(`Em ${monthName(due.slice(0, 7))}: 3 a devolver`)).toBeVisible()
  await expectAccessible(page, 'the calendar of returns')
  // What somebody else sends shows without a reload.
  await send(['104/2026'])
  await dueLink(page, '4 a devolver').press('Enter')
  await said(page, '4 itens encontrados')
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await expectAccessible(page, 'the list of a day')

  await page.getByRole('radio', { name: 'Lista' }).press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`month=${due.slice(0, 7)}`))
  await page.getByRole('radio', { name: 'Calendário' }).press('ArrowLeft')
  await expect(page).not.toHaveURL(/view=|dateFrom=/)

  const origin = await open(browser, sender)
  await dueLink(origin, '4 a receber').click()
  await expect(origin).toHaveURL(new RegExp(`dateFrom=${due}`))
  await said(origin, '4 itens encontrados')
  await origin.getByRole('button', { name: `Remover o filtro de data de retorno: ${spoken(due)}` }).click()
  await expect(origin).not.toHaveURL(/dateFrom|dateTo/)

  const everything = await openPage(
    browser,
    organisation.server,
    await organisation.hire('Helena Prado', 'third', 'Admin'),
    '/retornos',
  )
  await everything.goto(`/retornos?view=calendario&month=${due.slice(0, 7)}`)
  await dueLink(everything, '4 itens').click()
  await said(everything, '4 itens encontrados')
})

// proves 21.40, 21.41, 21.44
test('months follow each other, holidays have names, what is late says so', async ({ browser }) => {
  const year = due.slice(0, 4)
  const page = await open(browser, manager, `${year}-12`)
  await expect(page.getByRole('cell').filter({ hasText: 'Feriado: Natal' })).toBeVisible()
  await page.getByRole('link', { name: `Mês anterior, novembro de ${year}` }).click()
  await isMonth(page, `${year}-11`)
  await expect(page).toHaveURL(new RegExp(`month=${year}-11`))
  await page.getByRole('link', { name: `Próximo mês, dezembro de ${year}` }).press('Enter')
  await isMonth(page, `${year}-12`)
  await page.goto('/retornos?view=calendario&month=2100-12')
  await isMonth(page, '2100-12')
  await expect(page.getByRole('link', { name: /^Próximo mês/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Hoje' }).press('Enter')
  await expect(page).not.toHaveURL(/month=/)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('Hoje', { exact: true })).toHaveCount(1)
  await page.goto('/')
  await page.getByRole('button', { name: /^Busca rápida/ }).focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('calendário de dev')
  await expect(page.getByRole('option', { name: /^Calendário de devoluções/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/retornos\?view=calendario$/)

  const late = [{ date: '2025-03-10', to_return: 2, to_receive: 1, overdue: 3 }]
  const asBefore = await answerWith(page, 'GET', '/api/returns/calendar', 200, late)
  await page.goto('/retornos?view=calendario&month=2025-03')
  await expect(page.getByRole('link', { name: '2 a devolver, atrasados, em 10 de março de 2025' })).toBeVisible()
  await expect(page.getByRole('link', { name: '1 a receber, atrasado, em 10 de março de 2025' })).toBeVisible()
  await expectAccessible(page, 'late items in the calendar')
  await page.getByRole('link', { name: '3 atrasados', exact: true }).click()
  await expect(page).toHaveURL(/dateFilter=overdue.*dateFrom=2025-03-01.*dateTo=2025-03-31/)
  await asBefore()

  await answerWith(page, 'GET', '/api/calendar/holidays', 500)
  await page.goto('/retornos?view=calendario&month=2025-04')
  await expect(page.getByText('Não foi possível carregar os feriados deste mês.')).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  const working = await answerWith(page, 'GET', '/api/returns/calendar', 500)
  await page.goto('/retornos?view=calendario&month=2025-05')
  await alertSays(page, 'Erro ao carregar o calendário. Tente novamente.Tentar novamente')
  await expectAccessible(page, 'a calendar that does not load')
  await working()
  await page.getByRole('alert').getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Nada vence em maio de 2025')).toBeVisible()
})

// proves 21.42
test('on a phone the month is an agenda', async ({ browser }) => {
  const page = await open(browser, manager, due.slice(0, 7), phone)
  const agenda = page.getByRole('list', { name: `Devoluções de ${monthName(due.slice(0, 7))}` })
  await expect(agenda.getByRole('listitem').filter({ hasText: '4 a devolver' })).toHaveCount(1)
  await fitsTheWindow(page)
  await expectAccessible(page, 'the agenda')
  await page.goto(`/retornos?view=calendario&month=${due.slice(0, 4)}-12`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Natal' })).toBeVisible()
  await page.goto('/retornos?view=calendario&month=2030-03')
  await expect(page.getByText('Nada vence em março de 2030.', { exact: true })).toBeVisible()
  await expectAccessible(page, 'an empty agenda')

  await page.goto(`/retornos?view=calendario&month=${due.slice(0, 7)}`)
  await agenda.getByRole('link', { name: /^4 a devolver/ }).tap()
  await said(page, '4 itens encontrados')
  await expect(page.getByRole('button', { name: /^Remover o filtro de data de retorno/ })).toBeVisible()
  await fitsTheWindow(page)
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
