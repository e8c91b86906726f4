import { addDays, civilDateIn, inPortuguese, weekday } from '@malote/core/shared/civil-date.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { onServer } from '../server/src/test/on-server.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { fitsTheWindow, openPage, pageOf, phone, withoutEvents } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { itemAction, rowOf, said } from './support/vocabulary.ts'

const { organisation, sender, manager, debora } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  debora: 'debora',
})
let protocol: { id: number; items: number[] }
/** The first due date, and the one after the extension; as people read them. */
let first: string
let extended: string

test.beforeAll(async () => {
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
  await expect(row).toContainText('Retorno Hoje')
  await page.clock.fastForward(180_000)
  await expect(row).toContainText(/há 1 dia.*Atrasado/)
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
  await page.goto('/rastreamento?search=1/26&type=document')
  await page.getByRole('button', { name: 'Ver Timeline' }).click()
  const timeline = page.getByRole('dialog', { name: `Timeline - Protocolo #${protocol.id}` })
  await timeline.getByRole('button', { name: extended }).first().click()
  await expect(why.getByText('Mudanças de prazo')).toBeVisible()
})

/** A received protocol with these documents, for which Débora is responsible. */
async function received(...documents: string[]) {
  const items = documents.map((document_number) => ({ document_number, destination_user_id: debora.id }))
  const sent = await organisation.send(sender, { items })
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

const far = '2099-12-04'
const ask = (itemId: number | undefined, reason: string) =>
  debora.call('POST', `/api/protocols/items/${itemId}/extension-requests`, { return_date: far, reason })

const detailOf = (browser: Browser, person: Person, id: number) =>
  openPage(browser, organisation.server, person, `/protocolos/${id}`)
const asking = (page: Page) => page.getByRole('dialog', { name: 'Pedir mais prazo' })
const answering = (page: Page) => page.getByRole('dialog', { name: 'Responder ao lembrete' })
const deciding = (page: Page) => page.getByRole('dialog', { name: 'Pedido de prazo' })

// proves 21.50, 21.51
test('more time is asked for, and granted with one press on the other side’s screen', async ({ browser }) => {
  const { id } = await received('MP-1')
  const origin = await detailOf(browser, sender, id)
  await expect(rowOf(origin, 'MP-1')).toBeVisible()

  const page = await detailOf(browser, debora, id)
  await itemAction(page, 'MP-1', 'Pedir mais prazo')
  await asking(page).getByRole('button', { name: '+1 semana' }).click()
  await asking(page).getByLabel('Até quando?').fill('04/12/2099')
  await asking(page).getByLabel('Por que precisa de mais prazo?').fill('A perícia ainda não terminou')
  await expectAccessible(page, 'asking for more time')
  await asking(page).getByRole('button', { name: 'Pedir mais prazo' }).click()
  await said(page, 'Mais prazo pedido, até 04/12/2099.')
  await expect(asking(page)).toBeHidden()
  await expect(rowOf(page, 'MP-1')).toContainText('Mais prazo pedido até 04/12/2099')

  // The other side: by itself on its screen, and one press decides.
  await rowOf(origin, 'MP-1').getByRole('button', { name: 'Mais prazo pedido até 04/12/2099' }).click()
  await said(deciding(origin), 'A perícia ainda não terminou')
  await expect(deciding(origin)).toContainText('Débora Lima pediu mais prazo para MP-1')
  await expectAccessible(origin, 'deciding about more time')
  await deciding(origin).getByRole('button', { name: 'Conceder até 04/12/2099' }).click()
  await said(origin, 'Prazo concedido até 04/12/2099.')
  await expect(deciding(origin)).toBeHidden()
  for (const side of [origin, page]) {
    await expect(rowOf(side, 'MP-1')).toContainText('04/12/2099')
    await expect(rowOf(side, 'MP-1')).not.toContainText('Mais prazo pedido')
  }
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await said(page, 'Prazo solicitado')
  await said(page, 'Prazo alterado')
})

// proves 21.51, 21.52
test('the list of requests is found as it was left, fits a phone, and takes up what arrives', async ({ browser }) => {
  const { items } = await received('MP-3', 'MP-4')
  await ask(items[0], 'Ainda em conferência, com todas as suas trezentas páginas')
  const damage = { kind: 'damaged', description: 'Uma folha rasgada' }
  await debora.call('POST', `/api/protocols/items/${items[0]}/occurrences`, damage)
  const page = await openPage(browser, organisation.server, sender, '/retornos?dateFilter=overdue&side=toReceive')
  const view = (name: RegExp) => page.getByRole('radiogroup', { name: 'Mostrar como' }).getByText(name).click()
  await view(/^Pedidos de prazo/)
  await page.getByText('A decidir', { exact: true }).click()
  await expect(page).toHaveURL(/side=to_decide/)
  await view(/^Lista$/)
  await expect(page).toHaveURL(/\/retornos\?dateFilter=overdue&side=toReceive$/)
  await page.goBack()
  await expect(page).toHaveURL(/side=to_decide&view=pedidos$/)
  for (let back = 0; back < 2; back += 1) await page.goBack()
  await expect(page).toHaveURL(/\/retornos\?dateFilter=overdue&side=toReceive$/)
  for (let forward = 0; forward < 2; forward += 1) await page.goForward()
  await expect(page).toHaveURL(/side=to_decide&view=pedidos$/)
  await expect(rowOf(page, 'MP-3')).toBeVisible()
  await expectAccessible(page, 'requests for more time')
  await rowOf(page, 'MP-3').getByRole('button', { name: 'Decidir pedido de prazo: MP-3' }).click()
  await expect(deciding(page)).toContainText('1 ocorrência')
  await deciding(page).getByText('Negar', { exact: true }).click()
  await deciding(page).getByRole('button', { name: 'Negar pedido' }).click()
  await expectAccessible(page, 'denying a request')
  await deciding(page).getByLabel('Por que não?').fill('O cliente vem buscar amanhã')
  await deciding(page).getByRole('button', { name: 'Negar pedido' }).click()
  await expect(rowOf(page, 'MP-3')).toContainText('O cliente vem buscar amanhã')
  await expect(page.getByRole('main')).toBeFocused()

  // A second request arrives by itself, and is counted until it is decided.
  await ask(items[1], 'Falta outra assinatura')
  await expect(rowOf(page, 'MP-4')).toContainText('Aberto')
  await expect(page.getByText('Pedidos de prazo (1)')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone.viewport)
  const card = page.getByRole('listitem').filter({ hasText: 'MP-4' })
  await expect(card).toContainText('Aberto')
  await fitsTheWindow(page)
  await expectAccessible(page, 'requests on a phone')
  await page.goto('/')
  await page.getByRole('link', { name: /^\d pedidos? de prazo a decidir$/ }).click()
  await expect(page).toHaveURL(/view=pedidos/)
  await card.getByRole('button', { name: 'Decidir pedido de prazo: MP-4' }).click()
  await deciding(page).getByRole('button', { name: 'Conceder até 04/12/2099' }).click()
  await expect(card).toBeHidden()

  // A reminder is answered on the row.
  const late = await received('MP-6')
  await onServer(
    organisation.server.ownerConnectionString,
    `update items set return_date = current_date - 2 where id = ${late.items[0]}`,
  )
  const there = await openPage(browser, organisation.server, debora, '/retornos?search=MP-6')
  await itemAction(there, 'MP-6', 'Responder ao lembrete')
  await answering(there).getByRole('radio', { name: 'Já devolvi' }).check()
  await expectAccessible(there, 'answering a reminder')
  await answering(there).getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(rowOf(there, 'MP-6')).toContainText('1 ocorrência')
})
