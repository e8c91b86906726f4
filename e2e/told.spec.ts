import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays, statusSays } from './support/toasts.ts'

let organisation: TestOrganisation
let admin: Person
let sender: Person
let manager: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
})

test.afterAll(() => organisation.server.stop())

const open = (browser: Browser, who: Person, path: string) => openPage(browser, organisation.server, who, path)

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

/** Leaves by a link of the app's frame, so the app keeps running. */
async function leaveFor(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(heading(page, name)).toBeVisible()
}

test('two rows that are received one after the other are both received, and both are told', async ({ browser }) => {
  const ids = [(await organisation.send(sender)).id, (await organisation.send(sender)).id]
  const page = await open(browser, manager, '/protocolos')
  const called: string[] = []
  page.on('request', (request) => request.url().endsWith('/receive') && called.push(new URL(request.url()).pathname))
  const answers = [
    await holdBack(page, 'POST', `/api/protocols/${ids[0]}/receive`),
    await holdBack(page, 'POST', `/api/protocols/${ids[1]}/receive`),
  ]
  for (const id of ids) {
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `#${id}`, exact: true }) })
    await row.getByRole('button', { name: /^Ações/ }).click()
    await page.getByRole('menuitem', { name: 'Receber', exact: true }).click()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await expect.poll(() => called).toEqual(ids.map((id) => `/api/protocols/${id}/receive`))
  for (const answer of answers) {
    answer()
    await statusSays(page, 'Protocolo recebido com sucesso!')
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
  }
  for (const id of ids) expect((await sender.call('GET', `/api/protocols/${id}`)).status).toBe('Em andamento')
})

// proves 11.31
test('what became of an action is told on the page that one has gone to', async ({ browser }) => {
  const { id, items } = await organisation.send(sender, { items: [{}, {}] })
  const page = await open(browser, manager, `/protocolos/${id}`)
  const receive = await holdBack(page, 'POST', `/api/protocols/${id}/receive`)
  await page.getByRole('button', { name: 'Receber', exact: true }).click()
  await leaveFor(page, 'Retorno de Itens')
  receive()
  await statusSays(page, 'Protocolo recebido com sucesso!')
  await page.getByRole('button', { name: 'Fechar aviso' }).click()

  // In a dialog that is already closed; both responses belong to dialogs of this kind.
  await page.goBack()
  await page
    .getByRole('button', { name: /^Ações/ })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Atribuir usuário' }).click()
  await page.getByRole('combobox', { name: 'Usuário' }).click()
  await page.getByRole('option', { name: manager.name }).click()
  const assign = await holdBack(page, 'PUT', `/api/protocols/items/${items[1]}/assign`)
  await page.getByRole('button', { name: 'Atribuir', exact: true }).click()
  await page.goForward()
  await expect(heading(page, 'Retorno de Itens')).toBeVisible()
  assign()
  await statusSays(page, `Usuário ${manager.name} atribuído com sucesso!`)
})

// proves 11.31
test('a refusal that belongs into its dialog is told elsewhere when the dialog is gone', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await open(browser, sender, `/protocolos/${id}`)
  await leaveFor(page, 'Retorno de Itens')
  await page.goBack()
  const path = `/api/protocols/${id}/cancel`
  await answerWith(page, 'POST', path, 409, { message: 'O protocolo já foi concluído', code: 'X' })
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await page.getByLabel('Motivo do cancelamento').fill('Engano')
    await page.getByRole('button', { name: 'Cancelar protocolo' }).click()
  }
  await cancel()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText('O protocolo já foi concluído')
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Voltar', exact: true }).click()

  const answer = await holdBack(page, 'POST', path)
  await cancel()
  await expect(page.getByRole('button', { name: 'Cancelando...' })).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Retorno de Itens')).toBeVisible()
  answer()
  await alertSays(page, 'O protocolo já foi concluído')
})

test('a settings dialog that Back has closed tells its outcome, and leads nobody further back', async ({ browser }) => {
  const page = await open(browser, admin, '/protocolos')
  await leaveFor(page, 'Configurações')
  await page
    .getByRole('link', { name: /^Departamentos/ })
    .first()
    .click()
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Novo Departamento' }).click()
    await page.getByLabel('Nome').fill(name)
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const first = await holdBack(page, 'POST', '/api/departments')
  await add('Patrimônio')
  first()
  await statusSays(page, 'Departamento adicionado com sucesso!')
  await expect(page.getByRole('rowheader', { name: 'Patrimônio' })).toBeVisible()
  await expect(heading(page, 'Departamentos')).toBeVisible()

  // The same name is refused again, under a field that is no longer visible.
  const refusal = { message: 'Nome inválido', errors: { dpname: 'Nome inválido' } }
  await answerWith(page, 'POST', '/api/departments', 400, refusal)
  const second = await holdBack(page, 'POST', '/api/departments')
  await add('Patrimônio 2')
  second()
  await alertSays(page, 'Nome inválido')
})

test('a comment that was sent does not come back as a draft, one that failed does', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const path = `/api/protocols/${id}/comments`
  const page = await open(browser, sender, `/protocolos/${id}?tab=comentarios`)
  const field = page.getByLabel('Novo comentário')
  const write = async (text: string) => {
    await page.getByRole('tab', { name: 'Comentários' }).click()
    await field.fill(text)
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible()
    await leaveFor(page, 'Retorno de Itens')
  }
  const comeBack = async () => {
    await page.goBack()
    await page.getByRole('tab', { name: 'Comentários' }).click()
  }
  const send = await holdBack(page, 'POST', path)
  await write('Chegou incompleto')
  send()
  await expect.poll(async () => (await sender.call('GET', `/api/protocols/${id}`)).responses.length).toBe(1)
  await comeBack()
  await expect(page.getByRole('list', { name: 'Lista de comentários' })).toContainText('Chegou incompleto')
  await expect(field).toHaveValue('')

  await answerWith(page, 'POST', path, 500)
  const fail = await holdBack(page, 'POST', path)
  await write('Falta a última folha')
  fail()
  await alertSays(page, 'Erro ao enviar comentário. Tente novamente.')
  await comeBack()
  await expect(field).toHaveValue('Falta a última folha')
})
