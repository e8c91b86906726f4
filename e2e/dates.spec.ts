import { addDays, civilDateIn, inPortuguese, weekday } from '@malote/core/shared/civil-date.ts'
import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf, withoutEvents } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { itemAction, rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let protocol: { id: number; items: number[] }
/** The first due date, and the one after the extension; as people read them. */
let first: string
let extended: string

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  // Within the five days that are counted, whatever day it is.
  const today = civilDateIn(new Date(), 'America/Sao_Paulo')
  const monday = addDays(today, 8 - (weekday(today) || 7))
  await organisation.admin('POST', '/api/calendar/holidays', { date: monday, name: 'Aniversário da casa' })
  protocol = await organisation.send(sender, { items: [{ document_number: '1/26' }, { document_number: '2/26' }] })
  const { items } = await sender.call('GET', `/api/protocols/${protocol.id}`)
  const due = items[0].return_date as string
  const later = addDays(due, 14)
  const body = { return_date: later, reason: 'Auditoria em andamento' }
  await sender.call('PUT', `/api/protocols/items/${protocol.items[0]}/due-date`, body)
  ;[first, extended] = [inPortuguese(due), inPortuguese(later)]
})

test.afterAll(() => organisation.server.stop())

// The browser is set to English; dates are typed and shown in Portuguese anyway.
const english = { locale: 'en-US' }

test('a page that stays open over midnight counts from the new day', async ({ browser }) => {
  const { items } = await sender.call('GET', `/api/protocols/${protocol.id}`)
  const page = await pageOf(browser, organisation.server, sender)
  // Nothing else renders it again: the clock that jumps would break the stream, and a new one reloads the screen.
  await withoutEvents(page)
  await page.clock.install({ time: new Date(`${items[1].return_date}T23:58:00-03:00`) })
  await page.goto('/retornos')
  const row = page.getByRole('row').filter({ hasText: '2/26' })
  await expect(row).toContainText('vence hoje')
  await page.clock.fastForward(180_000)
  await expect(row).toContainText('atrasado há 1 dia')
})

// proves 14.15
test('a day is picked in a Portuguese calendar, by keyboard alone, and on a phone beside its field', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos?startDate=2026-11-26', english)
  const start = page.getByLabel('Data inicial')
  const opener = page.getByRole('button', { name: 'Abrir calendário' }).first()
  await start.focus()
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  const calendar = page.getByRole('dialog', { name: 'Calendário' })
  await expect(calendar.getByText('novembro de 2026')).toBeVisible()
  await expect(calendar.getByRole('columnheader')).toHaveText(['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'])
  await expect(calendar.getByRole('button', { name: '26 de novembro de 2026' })).toBeFocused()
  await expectAccessible(page, 'the calendar')
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(calendar).toBeHidden()
  await expect(start).toHaveValue('27/11/2026')
  await expect(page).toHaveURL(/startDate=2026-11-27/)
  // The focus is back on the button; Esc changes nothing.
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('button', { name: '27 de novembro de 2026' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL(/startDate=2026-11-27/)
  // A filter with an impossible day says so at the field.
  await start.fill('31/02/2026')
  await start.press('Tab')
  await expect(start).toHaveAccessibleDescription(/Data inválida/)
  await expectAccessible(page, 'a filter with an impossible day')
  await page.setViewportSize(phone.viewport)
  await opener.click()
  await expect(calendar).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the calendar on a phone')

  // In a dialog Esc closes the calendar, not the dialog below it, and no day of the past is offered.
  await page.goto(`/protocolos/${protocol.id}`)
  await itemAction(page, '2/26', 'Prorrogar prazo')
  const dialog = page.getByRole('dialog', { name: 'Prorrogar prazo' })
  await dialog.getByRole('button', { name: 'Abrir calendário' }).click()
  await expect(calendar.getByRole('button', { name: 'Mês anterior' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
})

// proves 21.45, 21.46
test('a due date says how it was counted and who moved it: in the detail, on a phone and in a timeline', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${protocol.id}`)
  const row = rowOf(page, '1/26')
  await expect(row.getByText(`Prazo original ${first}`)).toBeVisible()
  await expect(rowOf(page, '2/26').getByText('Prazo original')).toBeHidden()
  const date = row.getByRole('button', { name: extended })
  await date.press('Enter')
  const why = page.getByRole('dialog', { name: `Por que ${extended}?` })
  await expect(why.getByText(/^5 dias úteis a partir de/)).toBeVisible()
  await expect(why.getByText('Aniversário da casa').last()).toBeVisible()
  await expect(why.getByText(`${first} → ${extended}`)).toBeVisible()
  await expect(why.getByText(/prorrogado por Ana Beatriz Nogueira, em/)).toBeVisible()
  await expect(why.getByText('Auditoria em andamento', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the explanation of a due date')
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()
  await expect(date).toBeFocused()

  await page.setViewportSize(phone.viewport)
  await page.goto('/retornos')
  await page.getByRole('button', { name: extended }).click()
  await expect(why.getByText('Mudanças de prazo')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the explanation on a phone')
  await page.goto('/rastreamento?search=1/26&type=document')
  await page.getByRole('button', { name: 'Ver Timeline' }).click()
  const timeline = page.getByRole('dialog', { name: `Timeline - Protocolo #${protocol.id}` })
  await timeline.getByRole('button', { name: extended }).first().click()
  await expect(why.getByText('Mudanças de prazo')).toBeVisible()
})
