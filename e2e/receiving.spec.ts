import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { type DispatchRoom, dispatchRoom } from './support/dispatch-room.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { statusSays } from './support/toasts.ts'
import { heading, openRowMenu, pick, question, rowOf, said } from './support/vocabulary.ts'

let room: DispatchRoom
let sender: Person
let clerk: Person

test.beforeAll(async () => {
  room = await dispatchRoom()
  sender = await room.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  clerk = await room.hire('Débora Lima', 'destination', 'Usuário')
})

test.afterAll(() => room.server.stop())

const numbers = ['CT-1', 'CT-2', 'CT-3', 'CT-4']
const sendFour = () => room.send(sender, { items: numbers.map((document_number) => ({ document_number })) })
const sheet = (page: Page) => page.getByRole('dialog')

test('a protocol is refused with a reason, and says so on both sides', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, room.server, clerk, '/protocolos')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Recusar' }).click()
  await expectAccessible(page, 'the refusal')
  await question(page).getByLabel('Motivo da recusa').fill('Não é do Jurídico')
  await question(page).getByRole('button', { name: 'Recusar protocolo' }).click()
  await statusSays(page, 'Protocolo recusado com sucesso!')
  await expect(rowOf(page, `#${id}`)).toContainText('Cancelado Recusado')

  const origin = await openPage(browser, room.server, sender, `/protocolos/${id}`, phone)
  await expect(origin.locator('header').getByText('Recusado', { exact: true })).toBeVisible()
  await expect(origin.getByRole('heading', { name: 'Motivo da recusa' })).toBeVisible()
  await said(origin, 'Não é do Jurídico')
  await fitsTheWindow(origin)
  await expectAccessible(origin, 'a refused protocol')
})

test('what was sent to the wrong department is redirected, and both protocols link each other', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, room.server, sender, `/protocolos/${id}`)
  await page.getByRole('button', { name: 'Redirecionar' }).click()
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await expect(sheet(page).getByText('Departamento de destino é obrigatório')).toBeVisible()
  await pick(page, 'Novo departamento de destino', 'Almoxarifado')
  await sheet(page).getByLabel('Motivo do redirecionamento').fill('Era para o Almoxarifado')
  await expectAccessible(page, 'the redirection')
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await page.getByRole('link', { name: `Protocolo #${id}`, exact: true }).click()
  await expect(heading(page, `Protocolo #${id}`)).toBeVisible()
  await expect(page.locator('header').getByText('Redirecionado', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Protocolo #\d+$/ }).click()
  await expect(page.locator('header').getByText('redirecionado do')).toBeVisible()
  await said(page, 'Almoxarifado')
})

test('whoever is slower than a refusal reads who refused, and why', async ({ browser }) => {
  const { id } = await sendFour()
  const page = await openPage(browser, room.server, sender, '/protocolos')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Redirecionar' }).click()
  await pick(page, 'Novo departamento de destino', 'Almoxarifado')
  await sheet(page).getByLabel('Motivo do redirecionamento').fill('Era para o Almoxarifado')
  await clerk.call('POST', `/api/protocols/${id}/refuse`, { reason: 'Não é nosso' })
  expectFailedCall(page, 'POST', `/api/protocols/${id}/redirect`, 409)
  await sheet(page).getByRole('button', { name: 'Redirecionar' }).click()
  await expect(sheet(page).getByRole('alert')).toHaveText(
    /^Débora Lima recusou este protocolo em .+ Motivo: Não é nosso$/,
  )
})
