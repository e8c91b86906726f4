import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf, withoutEvents } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

let organisation: TestOrganisation
let sender: Person
let admin: Person
let protocol: { id: number }

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  protocol = await organisation.send(sender, { items: [{ document_number: '1/26' }] })
})

test.afterAll(() => organisation.server.stop())

async function openFilters(page: Page) {
  await page.getByRole('button', { name: 'Filtros' }).click()
  return page.getByLabel('Data inicial')
}

// The browser is set to English; dates are typed and shown in Portuguese anyway.
const english = { locale: 'en-US' }

// proves 14.15
test('a day is typed as people here write it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos', english)
  const start = await openFilters(page)
  for (const [typed, day] of [
    ['27/11/2026', '2026-11-27'],
    ['5/3/26', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['2026-11-27', '2026-11-27'],
  ] as const) {
    await start.fill(typed)
    await start.press('Tab')
    await expect(page).toHaveURL(new RegExp(`startDate=${day}`))
    await expect(start).toHaveValue(day.split('-').reverse().join('/'))
  }
  await page.reload()
  await expect(start).toHaveValue('27/11/2026')
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(start).toHaveValue('')
  await expect(page).not.toHaveURL(/startDate/)
})

// proves 14.15
test('what is no day stays to be corrected, and says so', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos', english)
  const start = await openFilters(page)
  await start.fill('31/02/2026')
  await start.press('Tab')
  await expect(start).toHaveValue('31/02/2026')
  await expect(start).toHaveAccessibleDescription(/Data inválida/)
  await expect(start).toHaveAttribute('aria-invalid', 'true')
  await expect(page).not.toHaveURL(/startDate/)
  await expectAccessible(page, 'a filter with an impossible day')
  await start.fill('28/02/2026')
  await expect(page).toHaveURL(/startDate=2026-02-28/)
  await expect(start).not.toHaveAccessibleDescription(/Data inválida/)
})

// proves 14.15
test('a day is picked in a Portuguese calendar, by keyboard alone', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos?startDate=2026-11-26', english)
  await page.getByLabel('Data inicial').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Calendário' })
  await expect(calendar.getByText('novembro de 2026')).toBeVisible()
  await expect(calendar.getByRole('columnheader')).toHaveText(['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'])
  await expect(calendar.getByRole('button', { name: '26 de novembro de 2026' })).toBeFocused()
  await expectAccessible(page, 'the calendar')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page.getByLabel('Data inicial')).toHaveValue('27/11/2026')
  await expect(page).toHaveURL(/startDate=2026-11-27/)
  // The focus is back on the button; Esc changes nothing.
  await expect(page.getByRole('button', { name: 'Abrir calendário' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('button', { name: '27 de novembro de 2026' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Abrir calendário' }).first()).toBeFocused()
  await expect(page).toHaveURL(/startDate=2026-11-27/)
})

test('a page that stays open over midnight counts from the new day', async ({ browser }) => {
  const { items } = await sender.call('GET', `/api/protocols/${protocol.id}`)
  const page = await pageOf(browser, organisation.server, sender)
  // Nothing else renders it again: the clock that jumps would break the stream, and a new one reloads the screen.
  await withoutEvents(page)
  await page.clock.install({ time: new Date(`${items[0].return_date}T23:58:00-03:00`) })
  await page.goto('/retornos')
  const row = page.getByRole('row').filter({ hasText: '1/26' })
  await expect(row).toContainText('vence hoje')
  await page.clock.fastForward(180_000)
  await expect(row).toContainText('atrasado há 1 dia')
})

test('a deadline is no day before the present one, typed or picked', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${protocol.id}`, english)
  await page.getByRole('button', { name: 'Ações do item 1/26' }).click()
  await page.getByRole('menuitem', { name: 'Prorrogar prazo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prorrogar prazo' })
  const day = dialog.getByLabel('Nova data de retorno *')
  await expect(day).toBeFocused()
  await day.fill('01/01/2020')
  await dialog.getByLabel('Motivo *').fill('Férias')
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await expect(dialog.getByText('A data deve ser hoje ou posterior.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Abrir calendário' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendário' })
  await expect(calendar).toBeVisible()
  await expect(calendar.getByRole('button', { name: 'Mês anterior' })).toBeDisabled()
  // Esc closes the calendar, not the dialog below it.
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
  await day.fill('30/12/99')
  await day.press('Enter')
  await expect(page.getByText('Prazo alterado com sucesso!')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '1/26' })).toContainText('30/12/2099')
})

test('the holiday dialog takes both ways of writing', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, admin, '/settings/calendar?year=2027', english)
  for (const [typed, name] of [
    ['2027-03-10', 'Aniversário da cidade'],
    ['11/03/2027', 'Ponto facultativo'],
  ] as const) {
    await page.getByRole('button', { name: 'Novo Feriado' }).click()
    const form = page.getByRole('dialog', { name: 'Novo Feriado' })
    await form.getByLabel('Data').fill(typed)
    await expect(form.getByText(/-feira: o dia deixa de contar/)).toBeVisible()
    await form.getByLabel('Nome').fill(name)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(form).toBeHidden()
  }
  await expect(page.getByRole('row').filter({ hasText: 'Aniversário da cidade' })).toContainText('10/03/2027')
  await expect(page.getByRole('row').filter({ hasText: 'Ponto facultativo' })).toContainText('11/03/2027')
})

test('on a phone the calendar fits beside its field', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos', { ...english, ...phone })
  await openFilters(page)
  await page.getByRole('button', { name: 'Abrir calendário' }).first().tap()
  await expect(page.getByRole('dialog', { name: 'Calendário' })).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the calendar on a phone')
})
