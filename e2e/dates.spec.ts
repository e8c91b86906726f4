import { addDays, civilDateIn, inPortuguese, weekday } from '@malote/core/shared/civil-date.ts'
import { expect, type Page } from '@playwright/test'
import { onServer } from '../server/src/test/on-server.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, openPage, phone, resize } from './support/pages.ts'
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
  // Within the five days that are counted, whatever day it is: the next Monday, or the day after a national holiday.
  const today = civilDateIn(new Date(), 'America/Sao_Paulo')
  const monday = addDays(today, 8 - (weekday(today) || 7))
  const { length } = await organisation.admin('GET', `/api/calendar/holidays?from=${monday}&to=${monday}`)
  const date = addDays(monday, length)
  await organisation.admin('POST', '/api/calendar/holidays', { date, name: 'Aniversário da casa' })
  protocol = await organisation.send(sender, { items: [{ document_number: '1/26' }, { document_number: '2/26' }] })
  const { items } = await sender.call('GET', `/api/protocols/${protocol.id}`)
  const due = items[0].return_date as string
  const later = addDays(due, 14)
  const body = { return_date: later, reason: 'Auditoria em andamento' }
  await sender.call('PUT', `/api/protocols/items/${protocol.items[0]}/due-date`, body)
  ;[first, extended] = [inPortuguese(due), inPortuguese(later)]
})

// proves 14.15, 21.45, 21.46
test('a day is picked in a Portuguese calendar by keyboard alone, and a due date says how it was counted, on a phone too', async ({
  browser,
}) => {
  // The browser is set to English; dates are typed and shown in Portuguese anyway.
  const english = { locale: 'en-US' }
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
  await resize(page, phone.viewport)
  await opener.click()
  await expect(calendar).toBeVisible()
  await fitsTheWindow(page)
  await page.keyboard.press('Escape')
  await resize(page, { width: 1440, height: 900 })

  // In a dialog Esc closes the calendar, not the dialog below it, and no day of the past is offered.
  await page.getByRole('link', { name: 'Retorno de Itens', exact: true }).click()
  await itemAction(page, '2/26', 'Prorrogar prazo')
  const dialog = page.getByRole('dialog', { name: 'Prorrogar prazo' })
  await dialog.getByRole('button', { name: 'Abrir calendário' }).click()
  await expect(calendar.getByRole('button', { name: 'Mês anterior' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()

  await said(rowOf(page, '1/26'), `Prazo original ${first}`)
  await expect(rowOf(page, '2/26').getByText('Prazo original')).toBeHidden()
  const date = page.getByRole('button', { name: extended })
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
  await resize(page, phone.viewport)
  await date.click()
  await expect(why.getByText('Mudanças de prazo')).toBeVisible()
  await fitsTheWindow(page)
})

const deciding = (page: Page) => page.getByRole('dialog', { name: 'Pedido de prazo' })
const decide = (page: Page, document: string) =>
  page.getByRole('button', { name: `Decidir pedido de prazo: ${document}` }).click()

// proves 21.50, 21.51, 21.52
test('more time is asked for, denied and granted, by itself on the other side, in a list that is found as it was left', async ({
  browser,
}) => {
  const items = ['MP-1', 'MP-2', 'MP-3'].map((document_number) => ({ document_number, destination_user_id: debora.id }))
  const sent = await organisation.send(sender, { items })
  const [asked, second, late] = sent.items
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  const damage = { kind: 'damaged', description: 'Uma folha rasgada' }
  await debora.call('POST', `/api/protocols/items/${asked}/occurrences`, damage)
  await onServer(
    organisation.server.ownerConnectionString,
    `update items set return_date = current_date - 2 where id = ${late}`,
  )
  const page = await openPage(browser, organisation.server, debora, `/protocolos/${sent.id}`)
  await itemAction(page, 'MP-1', 'Pedir mais prazo')
  const asking = page.getByRole('dialog', { name: 'Pedir mais prazo' })
  await asking.getByRole('button', { name: '+1 semana' }).click()
  await asking.getByLabel('Até quando?').fill('04/12/2099')
  await asking.getByLabel('Por que precisa de mais prazo?').fill('A perícia, com suas trezentas páginas, continua')
  await expectAccessible(page, 'asking for more time')
  await asking.getByRole('button', { name: 'Pedir mais prazo' }).click()
  await said(page, 'Mais prazo pedido, até 04/12/2099.')
  await expect(rowOf(page, 'MP-1')).toContainText('Mais prazo pedido até 04/12/2099')
  await itemAction(page, 'MP-3', 'Responder ao lembrete')
  const answering = page.getByRole('dialog', { name: 'Responder ao lembrete' })
  await answering.getByRole('radio', { name: 'Já devolvi' }).check()
  await expectAccessible(page, 'answering a reminder')
  await answering.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(rowOf(page, 'MP-3')).toContainText('1 ocorrência')

  const filtered = '/retornos?dateFilter=overdue&side=toReceive'
  const origin = await openPage(browser, organisation.server, sender, filtered)
  const view = (name: RegExp) => origin.getByRole('radiogroup', { name: 'Mostrar como' }).getByText(name).click()
  const isAt = (path: string) => expect(origin).toHaveURL(organisation.server.url + path)
  await view(/^Pedidos de prazo/)
  await origin.getByText('A decidir', { exact: true }).click()
  await expect(origin).toHaveURL(/side=to_decide/)
  await view(/^Lista$/)
  await isAt(filtered)
  await origin.goBack()
  await expect(origin).toHaveURL(/side=to_decide&view=pedidos$/)
  for (let back = 0; back < 2; back += 1) await origin.goBack()
  await isAt(filtered)
  for (let forward = 0; forward < 2; forward += 1) await origin.goForward()
  await expect(origin).toHaveURL(/side=to_decide&view=pedidos$/)
  await expect(rowOf(origin, 'MP-1')).toBeVisible()
  await expectAccessible(origin, 'requests for more time')
  await decide(origin, 'MP-1')
  await expect(deciding(origin)).toContainText('Débora Lima pediu mais prazo para MP-1')
  await expect(deciding(origin)).toContainText('1 ocorrência')
  await expectAccessible(origin, 'deciding about more time')
  await deciding(origin).getByText('Negar', { exact: true }).click()
  await deciding(origin).getByRole('button', { name: 'Negar pedido' }).click()
  await expectAccessible(origin, 'denying a request')
  await deciding(origin).getByLabel('Por que não?').fill('O cliente vem buscar amanhã')
  await deciding(origin).getByRole('button', { name: 'Negar pedido' }).click()
  await expect(rowOf(origin, 'MP-1')).toContainText('O cliente vem buscar amanhã')
  await expect(origin.getByRole('main')).toBeFocused()
  await expect(rowOf(page, 'MP-1')).not.toContainText('Mais prazo pedido')

  // A second request arrives by itself, is counted until it is decided, and takes one press.
  const again = { return_date: '2099-12-04', reason: 'Falta outra assinatura' }
  await debora.call('POST', `/api/protocols/items/${second}/extension-requests`, again)
  await expect(rowOf(origin, 'MP-2')).toContainText('Aberto')
  await expect(origin.getByText('Pedidos de prazo (1)')).toBeVisible()
  await origin.emulateMedia({ colorScheme: 'dark' })
  await resize(origin, phone.viewport)
  const card = origin.getByRole('listitem').filter({ hasText: 'MP-2' })
  await expect(card).toContainText('Aberto')
  await fitsTheWindow(origin)
  await expectAccessible(origin, 'requests on a phone')
  await decide(origin, 'MP-2')
  await deciding(origin).getByRole('button', { name: 'Conceder até 04/12/2099' }).click()
  await said(origin, 'Prazo concedido até 04/12/2099.')
  await expect(card).not.toContainText('Aberto')
  await expect(rowOf(page, 'MP-2')).toContainText('04/12/2099')
  await expect(rowOf(page, 'MP-2')).not.toContainText('Mais prazo pedido')
})
