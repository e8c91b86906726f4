import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { question, rowOf, said } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let sent: number[]

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
  sent = []
  for (let n = 0; n < 12; n += 1) sent.push((await organisation.send(sender, { items: [{}, {}] })).id)
})

test.afterAll(() => organisation.server.stop())

const box = (page: Page, id: number | undefined) =>
  page.getByRole('checkbox', { name: `Selecionar protocolo ${id}`, exact: true })

// proves 17.54
test('several protocols are received at once, and what is refused is named with its reason', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/protocolos')
  await expect(page.getByRole('columnheader').first()).toHaveText('ID')
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await said(page, '10 protocolo(s) selecionado(s)')
  await expectAccessible(page, 'chosen protocols')
  await page.getByRole('button', { name: 'Selecionar todos os 12' }).click()
  await said(page, '12 protocolo(s) selecionado(s)')
  await page.getByRole('button', { name: 'Receber selecionados' }).click()
  await expectAccessible(page, 'the receipt of several')
  // Meanwhile somebody receives one of them.
  await manager.call('POST', `/api/protocols/${sent[0]}/receive`)
  await question(page).getByRole('button', { name: 'Receber 12 protocolos' }).click()
  await said(page, '11 protocolos recebidos')
  await said(page, `Protocolo ${sent[0]}: Este protocolo já foi recebido`)
  await expect(rowOf(page, `#${sent[11]}`)).toContainText('Em andamento')
})

// proves 17.80
test('a bulk receipt says what it leaves out, and why', async ({ browser }) => {
  const ids: number[] = []
  for (const requiresReturn of [true, true, true, false, false]) {
    ids.push((await organisation.send(sender, { requiresReturn, remarks: 'Malote da tarde' })).id)
  }
  await manager.call('POST', `/api/protocols/${ids[0]}/receive`)
  const page = await openPage(browser, organisation.server, manager, '/protocolos?search=Malote+da+tarde')
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await said(page, '5 protocolo(s) selecionado(s)')
  await page.getByRole('button', { name: 'Receber selecionados' }).click()
  await said(question(page), '2 protocolos não requerem devolução e ficam de fora: use Concluir em cada um.')
  await said(question(page), '1 protocolo já foi recebido e fica de fora.')
  await expectAccessible(page, 'a bulk receipt that leaves some out')
  await question(page).getByRole('button', { name: 'Receber 2 protocolos' }).click()
  await said(page, '2 protocolos recebidos')
})

// proves 17.54
test('several protocols are printed in one window, each on its own page', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await box(page, sent[11]).check()
  await box(page, sent[10]).check()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Imprimir selecionados' }).click()
  const form = await opened
  await expect(form.getByRole('heading', { level: 1 })).toHaveText([`Protocolo #${sent[11]}`, `Protocolo #${sent[10]}`])
  await form.close()
})

test('what is chosen stays chosen when it cannot be looked up', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await box(page, sent[11]).check()
  await page.getByRole('button', { name: 'Próxima' }).click()
  await box(page, sent[0]).check()
  await said(page, '2 protocolo(s) selecionado(s)')
  // The row of the other page has to be looked up after a reload.
  const isLookUp = (url: URL) => url.pathname === '/api/protocols' && url.searchParams.get('per_page') === '50'
  expectFailedCall(page, 'GET', '/api/protocols', 500)
  await page.route(isLookUp, (route) => route.fulfill({ status: 500, body: '' }))
  const failed = page.waitForResponse((reply) => reply.status() === 500)
  await page.reload()
  await failed
  await said(page, '1 protocolo(s) selecionado(s)')
  await page.unroute(isLookUp)
  await page.reload()
  await said(page, '2 protocolo(s) selecionado(s)')
})

// proves 17.57
test('a press anywhere on a row opens it, and its own controls keep working', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  const row = rowOf(page, `#${sent[11]}`)
  await row.getByRole('button', { name: /^Ações/ }).click()
  await expect(page.getByRole('menu', { name: `Ações do protocolo ${sent[11]}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await box(page, sent[11]).check()
  await expect(page).toHaveURL(/\/protocolos$/)
  const opened = page.context().waitForEvent('page')
  await row.getByText('Ana Beatriz Nogueira').click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(new RegExp(`/protocolos/${sent[11]}$`))
  await row.getByText('Ana Beatriz Nogueira').click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${sent[11]}$`))
})

// proves 17.56
test('every count of the list leads to what it counts', async ({ browser }) => {
  await organisation.send(sender)
  const page = await openPage(browser, organisation.server, manager, '/protocolos')
  const link = page.getByRole('link', { name: /pendentes? aqui$/ })
  const count = Number.parseInt((await link.textContent()) ?? '', 10)
  await link.click()
  await expect(page).toHaveURL(/\/protocolos\?status=Pendente&here=1$/)
  await said(page, count === 1 ? '1 protocolo encontrado' : `${count} protocolos encontrados`)
})

// proves 17.55, 17.56
test('the list is narrowed to what waits here and to what is late, and remembers it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/protocolos')
  const here = page.getByRole('button', { name: 'Esperando aqui' })
  await here.click()
  await expect(page).toHaveURL(/here=1$/)
  await expect(here).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Somente atrasados' }).click()
  await expect(page).toHaveURL(/late=1&here=1$/)
  await expect(page.getByText('Nenhum protocolo encontrado')).toBeVisible()
  await page.getByRole('button', { name: 'Somente atrasados' }).click()
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('combobox', { name: 'Ordenar por' }).click()
  await page.getByRole('option', { name: 'Prazo mais próximo' }).click()
  await expect(page).toHaveURL(/here=1&sort=due$/)
  await page.goto('/')
  await page.getByRole('link', { name: 'Protocolos', exact: true }).click()
  await expect(page).toHaveURL(/here=1&sort=due$/)
  await page.getByRole('button', { name: 'Limpar', exact: true }).click()
  await expect(page).toHaveURL(/\/protocolos$/)
})

test('a filter that my day has set is shown, and can be taken away', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, manager, '/protocolos?awaiting=receipt')
  const receipt = page.getByRole('button', { name: 'A receber', exact: true })
  await expect(receipt).toHaveAttribute('aria-pressed', 'true')
  await receipt.click()
  await expect(page).toHaveURL(/\/protocolos$/)
  await expect(receipt).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

// proves 17.52, 17.58
test('items of a protocol are returned together on its page', async ({ browser }) => {
  const { id } = await organisation.send(sender, {
    items: ['A-1', 'A-2', 'A-3'].map((document_number) => ({ document_number, destination_user_id: manager.id })),
  })
  await manager.call('POST', `/api/protocols/${id}/receive`)
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`)
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await said(page, '3 item(ns) selecionado(s)')
  await page.getByRole('checkbox', { name: 'Selecionar A-2' }).uncheck()
  await expectAccessible(page, 'chosen items of a protocol')
  await page.getByRole('button', { name: 'Retornar Selecionados' }).click()
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
  await said(page, '2 itens retornados com sucesso!')
  await expect(rowOf(page, 'A-1').getByText('Retornado')).toBeVisible()

  // The origin confirms both.
  const origin = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  for (const number of ['A-1', 'A-3']) await origin.getByRole('checkbox', { name: `Selecionar ${number}` }).check()
  await origin.getByRole('button', { name: 'Concluir selecionados' }).click()
  await question(origin).getByRole('button', { name: 'Confirmar' }).click()
  await said(origin, '2 itens concluídos')
  await origin.getByRole('button', { name: 'A-1', exact: true }).click()
  const details = origin.getByRole('dialog')
  await expect(details.getByRole('heading', { name: 'A-1' })).toBeVisible()
  await origin.keyboard.press('j')
  await expect(details.getByRole('heading', { name: 'A-2' })).toBeVisible()
})

// proves 17.59
test('cards are chosen on a phone without opening them', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos', phone)
  await box(page, sent[11]).check()
  await said(page, '1 protocolo(s) selecionado(s)')
  await expect(page.getByRole('button', { name: 'Imprimir selecionados' })).toBeInViewport()
  await expect(page).toHaveURL(/\/protocolos$/)
  await expectAccessible(page, 'a chosen protocol on a phone')
})
