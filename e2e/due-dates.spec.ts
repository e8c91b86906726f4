import { addDays, civilDateIn, inPortuguese, weekday } from '@malote/core/shared/civil-date.ts'
import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { rowOf } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let sent: { id: number; items: number[] }
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
  sent = await organisation.send(sender, { items: [{ document_number: 'CT-1' }, { document_number: 'CT-2' }] })
  const { items } = await sender.call('GET', `/api/protocols/${sent.id}`)
  const due = items[0].return_date as string
  const later = addDays(due, 14)
  const body = { return_date: later, reason: 'Auditoria em andamento' }
  await sender.call('PUT', `/api/protocols/items/${sent.items[0]}/due-date`, body)
  ;[first, extended] = [inPortuguese(due), inPortuguese(later)]
})

test.afterAll(() => organisation.server.stop())

// proves 21.45, 21.46
test('a due date says on the protocol how it was counted, and who moved it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${sent.id}`)
  const row = rowOf(page, 'CT-1')
  await expect(row.getByText(`Prazo original ${first}`)).toBeVisible()
  await expect(rowOf(page, 'CT-2').getByText('Prazo original')).toBeHidden()

  const date = row.getByRole('button', { name: extended })
  await date.focus()
  await page.keyboard.press('Enter')
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
})

// proves 21.45
test('on a phone, and in the timeline of an item', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/retornos', { ...phone, colorScheme: 'dark' })
  await page.getByRole('button', { name: extended }).click()
  const why = page.getByRole('dialog', { name: `Por que ${extended}?` })
  await expect(why.getByText('Mudanças de prazo')).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the explanation on a phone')
  await page.keyboard.press('Escape')

  await page.goto('/rastreamento?search=CT-1&type=document')
  await page.getByRole('button', { name: 'Ver Timeline' }).click()
  const timeline = page.getByRole('dialog', { name: `Timeline - Protocolo #${sent.id}` })
  await timeline.getByRole('button', { name: extended }).first().click()
  await expect(why.getByText('Mudanças de prazo')).toBeVisible()
})
