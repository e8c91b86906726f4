import { type Browser, expect, type Page } from '@playwright/test'
import { onServer } from '../server/src/test/on-server.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { itemAction, rowOf, said } from './support/vocabulary.ts'

/** The target is two seconds, which a computer that runs other tests at the same time may miss. */
const soon = { timeout: 5_000 }

let organisation: TestOrganisation
let ana: Person
let carlos: Person
let debora: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  ana = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  carlos = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  debora = await organisation.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => organisation.server.stop())

/** A received protocol with these documents, for which Débora is responsible. */
async function received(...documents: string[]) {
  const items = documents.map((document_number) => ({ document_number, destination_user_id: debora.id }))
  const sent = await organisation.send(ana, { items })
  await carlos.call('POST', `/api/protocols/${sent.id}/receive`)
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
  const origin = await detailOf(browser, ana, id)
  await expect(rowOf(origin, 'MP-1')).toBeVisible()

  const page = await detailOf(browser, debora, id)
  await itemAction(page, 'MP-1', 'Pedir mais prazo')
  await asking(page).getByRole('button', { name: '+1 semana' }).click()
  await asking(page).getByLabel('Até quando?').fill('04/12/2099')
  await asking(page).getByLabel('Por que precisa de mais prazo?').fill('A perícia ainda não terminou')
  await expectAccessible(page, 'asking for more time')
  await asking(page).getByRole('button', { name: 'Pedir mais prazo' }).click()
  await expect(asking(page)).toBeHidden()
  await said(page, 'Mais prazo pedido, até 04/12/2099.')
  await expect(rowOf(page, 'MP-1')).toContainText('Mais prazo pedido até 04/12/2099')

  // The other side: by itself on its screen, and one press decides.
  await rowOf(origin, 'MP-1').getByRole('button', { name: 'Mais prazo pedido até 04/12/2099' }).click(soon)
  await said(deciding(origin), 'A perícia ainda não terminou')
  await expect(deciding(origin)).toContainText('Débora Lima pediu mais prazo para MP-1')
  await expectAccessible(origin, 'deciding about more time')
  await deciding(origin).getByRole('button', { name: 'Conceder até 04/12/2099' }).click()
  await expect(deciding(origin)).toBeHidden()
  await said(origin, 'Prazo concedido até 04/12/2099.')
  for (const side of [origin, page]) {
    await expect(rowOf(side, 'MP-1')).toContainText('04/12/2099', soon)
    await expect(rowOf(side, 'MP-1')).not.toContainText('Mais prazo pedido', soon)
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
  const page = await openPage(browser, organisation.server, ana, '/retornos?dateFilter=overdue&side=toReceive')
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
  await expect(rowOf(page, 'MP-4')).toContainText('Aberto', soon)
  await expect(page.getByText('Pedidos de prazo (1)')).toBeVisible(soon)
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
  await expectAccessible(page, 'deciding on a phone')
  await deciding(page).getByRole('button', { name: 'Conceder até 04/12/2099' }).click()
  await expect(card).toBeHidden()

  // A reminder is answered on the row.
  const late = await received('MP-6')
  await onServer(
    organisation.server.ownerConnectionString,
    `update items set return_date = current_date - 1 where id = ${late.items[0]}`,
  )
  const there = await openPage(browser, organisation.server, debora, '/retornos?search=MP-6')
  await rowOf(there, 'MP-6').getByRole('button', { name: 'Responder ao lembrete: MP-6' }).click()
  await answering(there).getByRole('radio', { name: 'Já devolvi' }).check()
  await expectAccessible(there, 'answering a reminder')
  await answering(there).getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(rowOf(there, 'MP-6')).toContainText('1 ocorrência')
})
