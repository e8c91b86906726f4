import { type Browser, expect, type Page } from '@playwright/test'
import { holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { itemAction, pick } from './support/vocabulary.ts'

const { organisation, admin, sender } = ownOrganisation({ admin: 'helena', sender: 'ana' })

const open = (browser: Browser, who: Person, path: string) => openPage(browser, organisation.server, who, path)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const leaveQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true })
const attachment = { name: 'contrato.txt', mimeType: 'text/plain', buffer: Buffer.from('Contrato\n') }

async function leaveWithoutSaving(page: Page) {
  await page.getByRole('link', { name: 'Retorno de Itens', exact: true }).first().click()
  await leaveQuestion(page).getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(heading(page, 'Retorno de Itens')).toBeVisible()
}

test('a form that is left while it is sent is sent no further, and leads nobody back', async ({ browser }) => {
  const { id } = await organisation.send(sender, { requiresReturn: false })
  const page = await open(browser, sender, '/protocolos/novo')
  const given: string[] = []
  page.on('requestfailed', (request) => {
    if (request.method() !== 'GET') given.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await pick(page, 'Tipo de Item', 'Contrato')
  await page.getByLabel('Observações').fill('Contratos para assinatura')
  await page.locator('input[type=file]').setInputFiles(attachment)
  const create = await holdBack(page, 'POST', '/api/protocols')
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible()
  await leaveWithoutSaving(page)
  await expect.poll(() => given).toEqual(['POST /api/protocols'])
  create()

  await page.goto(`/protocolos/${id}/editar`)
  await page.getByLabel('Observações').fill('Outras observações')
  await page.locator('input[type=file]').setInputFiles(attachment)
  const edit = await holdBack(page, 'PUT', `/api/protocols/${id}`)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible()
  await leaveWithoutSaving(page)
  await expect.poll(() => given).toEqual(['POST /api/protocols', `PUT /api/protocols/${id}`])
  edit()

  // Nothing was created or changed, no message is shown, and the page does not navigate.
  await page.getByRole('link', { name: 'Protocolos', exact: true }).first().click()
  await expect(page.getByRole('rowheader')).toHaveText([`#${id}`])
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await sender.call('GET', `/api/protocols/${id}`)).remarks).toBe('Contratos para assinatura')
})

test('whoever leaves the sign-in while it is answered is not led away', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: organisation.server.url })
  const page = await context.newPage()
  await page.goto('/login')
  const answer = await holdBack(page, 'POST', '/api/auth/login')
  await page.getByLabel('E-mail').fill(sender.email)
  await page.getByLabel('Senha', { exact: true }).fill(sender.password)
  const asked = page.waitForRequest('**/api/auth/login')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await asked
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(heading(page, 'Esqueci minha senha')).toBeVisible()
  answer()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('malote:token'))).not.toBeNull()
  await expect(heading(page, 'Esqueci minha senha')).toBeVisible()
})

test('a dialog asks before what was typed in it is lost', async ({ browser }) => {
  const list = `${organisation.server.url}/settings/departments`
  const page = await open(browser, admin, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Departamentos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo Departamento' })
  const name = dialog.getByLabel('Nome')
  const begin = async () => {
    await page.getByRole('button', { name: 'Novo Departamento' }).click()
    await name.fill('Arquivo morto')
  }
  const stay = async () => {
    await leaveQuestion(page).getByRole('button', { name: 'Continuar editando' }).click()
    await expect(leaveQuestion(page)).toBeHidden()
    await expect(name).toHaveValue('Arquivo morto')
    await expect(page).toHaveURL(`${list}?open=new`)
  }
  const leave = () => leaveQuestion(page).getByRole('button', { name: 'Sair sem salvar' }).click()

  await begin()
  await page.goBack()
  await expectAccessible(page, 'the question before leaving')
  await stay()
  await name.press('Escape')
  await stay()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await expect(leaveQuestion(page)).toBeVisible()
  await page.keyboard.press('Escape') // the question is on top, so Esc closes it
  // While it fades out the search does not open above it.
  await expect(page.getByRole('alertdialog', { includeHidden: true })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Busca rápida' }).getByRole('combobox').fill('Relatórios')
  await page.getByRole('option', { name: 'Relatórios', exact: true }).click()
  await stay()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await leave()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(list)

  // A discarded form is gone, also with Back, which then does not show the list twice; Cancelar does not ask.
  await begin()
  await page.goBack()
  await leave()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(list)
  await begin()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  await expect(name).toHaveValue('')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(heading(page, 'Configurações do Sistema')).toBeVisible()
})

test('Back asks before it takes what is typed, and does not open again what was closed above a page', async ({
  browser,
}) => {
  const { id } = await organisation.send(sender, { items: [{ document_number: '2/26' }] })
  const page = await open(browser, sender, `/protocolos/${id}?tab=historico`)
  await page.getByRole('tab', { name: 'Detalhes' }).click()
  await itemAction(page, '2/26', 'Prorrogar prazo')
  const reason = page.getByRole('dialog', { name: 'Prorrogar prazo' }).getByLabel('Motivo *')
  await reason.fill('Aguardando parecer')
  await page.goBack()
  await leaveQuestion(page).getByRole('button', { name: 'Continuar editando' }).click()
  await expect(reason).toHaveValue('Aguardando parecer')
  // The browser had gone back before it was asked, and returns.
  await expect(page).not.toHaveURL(/tab=historico$/)
  await page.goBack()
  await leaveQuestion(page).getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(reason).toBeHidden()
  await expect(page).toHaveURL(/tab=historico$/)

  await page.goto('/rastreamento')
  await page.getByRole('textbox').or(page.getByRole('searchbox')).first().fill(String(id))
  await page.keyboard.press('Enter')
  const timeline = page.getByRole('dialog', { name: `Timeline - Protocolo #${id}` })
  await page.getByRole('button', { name: 'Ver Timeline', exact: true }).click()
  await timeline.getByRole('button', { name: 'Fechar' }).click()
  await expect(timeline).toBeHidden()
  await expect(page).not.toHaveURL(/timeline=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/rastreamento$/)

  await page.goto('/protocolos')
  await page.getByRole('link', { name: `#${id}`, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  for (const close of [() => panel.getByRole('button', { name: 'Fechar' }).click(), () => page.goBack()]) {
    await page.getByRole('button', { name: '2/26', exact: true }).click()
    await expect(page).toHaveURL(/item=\d+$/)
    await close()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  }
  await page.goBack()
  await expect(heading(page, 'Protocolos')).toBeVisible()
  // A link opens it above a page that was not there before.
  await page.goto(`/protocolos/${id}`)
  await page.getByRole('button', { name: '2/26', exact: true }).click()
  await page.reload()
  await panel.getByRole('button', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await expect(panel).toBeHidden()
})
