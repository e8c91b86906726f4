import { expect, type Page } from '@playwright/test'
import { answerWith, failing, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays } from './support/toasts.ts'
import { noDialog, pick, question, rowOf, said, saveButton } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person

/** Enough for seven pages, together with the supplier that the set-up creates. */
const many = 62
const api = '/api/suppliers'

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  const place = { state: 'PE', city: 'Recife' }
  const add = (body: Record<string, unknown>) => organisation.admin('POST', api, { ...place, is_active: true, ...body })
  for (let n = 0; n < many - 1; n += 1) {
    await add({ cnpj: `5500000000${1000 + n}`, company_name: `Zinco ${String(n).padStart(2, '0')}` })
  }
  await add({ cnpj: '12.ABC.345/01DE-35', code: 'F-77', store: '02', company_name: 'Óleos Búzios', is_active: false })
})

test.afterAll(() => organisation.server.stop())

const names = (page: Page) => page.getByRole('rowheader')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Paginação' })

async function open(page: Page, query = '') {
  await page.goto(`/settings/suppliers${query}`)
  await expect(page.getByRole('heading', { name: 'Fornecedores', level: 1 })).toBeVisible()
}

// proves 2.12.7, 9.15
test('pages through everything, and the old rows stay until the next ones are here', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await open(page)
  await said(page, 'Mostrando 1 a 10 de 63 resultados')
  await expect(page.getByRole('columnheader')).toHaveText([
    'CNPJ',
    'Código/Loja',
    'Razão social',
    'Localização',
    'Status',
    'Protocolos',
    'Ações',
  ])
  await expect(rowOf(page, 'Óleos Búzios')).toContainText('12.ABC.345/01DE-35F-77/02Óleos BúziosRecife, PEInativo0')
  await expect(pages(page)).toHaveText('Anterior1234…7Próxima')
  await expect(pages(page).getByRole('button', { name: 'Anterior' })).toBeDisabled()
  await expectAccessible(page, 'the list of suppliers')

  await pages(page).getByRole('button', { name: '4', exact: true }).click()
  await said(page, 'Mostrando 31 a 40 de 63 resultados')
  await expect(pages(page)).toHaveText('Anterior1…345…7Próxima')
  const release = await holdBack(page, 'GET', api)
  await pages(page).getByRole('button', { name: '7', exact: true }).click()
  await expect(page).toHaveURL(/page=7/)
  await expect(names(page)).toHaveCount(10)
  release()
  await said(page, 'Mostrando 61 a 63 de 63 resultados')
  await expect(names(page)).toHaveCount(3)
  await expect(pages(page).getByRole('button', { name: 'Próxima' })).toBeDisabled()
})

// proves 2.12.6, 2.12.7
test('finds by CNPJ, code or name, and starts again at the first page', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await open(page, '?page=3')
  const box = page.getByRole('searchbox')
  for (const [typed, found] of [
    ['11.222.333/0001-81', 'Papelaria Ipê Ltda.'],
    ['11222333000181', 'Papelaria Ipê Ltda.'],
    ['12abc345', 'Óleos Búzios'],
    ['f-77', 'Óleos Búzios'],
    ['OLEOS buzios', 'Óleos Búzios'],
  ] as const) {
    await box.fill(typed)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(names(page)).toHaveText([found])
    expect(new URL(page.url()).searchParams.has('page')).toBe(false)
    await expect(pages(page)).toBeHidden()
  }
  await box.fill('nada parecido')
  await box.press('Enter')
  await said(page, 'Nenhum fornecedor encontrado.')
  await page.getByRole('button', { name: 'Limpar' }).click()
  await said(page, 'Mostrando 1 a 10 de 63 resultados')

  await pick(page, 'Status', 'Inativos')
  await expect(names(page)).toHaveText(['Óleos Búzios'])
  await pick(page, 'Status', 'Ativos')
  await said(page, 'Mostrando 1 a 10 de 62 resultados')
  await page.goBack()
  await expect(names(page)).toHaveText(['Óleos Búzios'])
  // An outdated link shows the last page that exists.
  await open(page, '?page=99')
  await said(page, 'Mostrando 61 a 63 de 63 resultados')
})

// proves 2.12.8, 2.12.12, 5.5.4, 5.5.7, 8.14
test('a new supplier: every field says what is wrong with it', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await open(page)
  await page.getByRole('button', { name: 'Novo Fornecedor' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Fornecedor' })
  const cnpj = form.getByLabel('CNPJ')
  await expect(cnpj).toBeFocused()
  await expect(cnpj).toHaveAttribute('maxlength', '18')
  await expect(form.getByLabel('Estado')).toHaveAttribute('maxlength', '2')
  await expect(form.getByLabel('Ativo')).toBeChecked()
  await saveButton(page).click()
  for (const sentence of ['CNPJ é obrigatório', 'Razão social é obrigatória', 'Estado é obrigatório']) {
    await said(page, sentence)
  }
  await said(page, 'Cidade é obrigatória')
  await expect(cnpj).toBeFocused()
  await expectAccessible(page, 'the supplier form with errors')

  // Each error disappears at the first key press in its field; nothing is validated again before the next attempt.
  await cnpj.pressSequentially('1122')
  await expect(form.getByText('CNPJ é obrigatório')).toBeHidden()
  await expect(form.getByText('Razão social é obrigatória')).toBeVisible()
  await expect(cnpj).toHaveValue('11.22')
  await form.getByLabel('Estado').fill('S')
  await saveButton(page).click()
  await said(page, 'CNPJ deve ter 14 dígitos')
  await said(page, 'Estado deve ter 2 caracteres (ex: SP)')

  // The mask also works in the middle of the text and with letters.
  await cnpj.fill('')
  await cnpj.pressSequentially('11222333000182')
  await expect(cnpj).toHaveValue('11.222.333/0001-82')
  await said(page, 'Dígitos verificadores não conferem')
  await expect(cnpj).toHaveAccessibleDescription(/Dígitos verificadores não conferem/)
  await expectAccessible(page, 'the warning about check digits')
  await cnpj.press('Backspace')
  await expect(form.getByText('Dígitos verificadores não conferem')).toBeHidden()
  await cnpj.press('Home')
  await cnpj.press('Delete')
  await cnpj.pressSequentially('9')
  await cnpj.press('End')
  await cnpj.pressSequentially('2')
  await expect(cnpj).toHaveValue('91.222.333/0001-82')
  await cnpj.fill('98abc76500de')
  await cnpj.pressSequentially('99')
  await expect(cnpj).toHaveValue('98.ABC.765/00DE-99')
  await said(page, 'Dígitos verificadores não conferem')

  // Of a pasted text the CNPJ is taken, whatever is in the field, which is shorter than the text.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [before, text] of [
    ['', 'CNPJ 11222333000181'],
    ['98.A', '11222333000181'],
    ['98.ABC.765/00DE-99', 'Papelaria Ipê Ltda - CNPJ: 11.222.333 / 0001-81\n'],
  ] as const) {
    await cnpj.fill(before)
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await cnpj.press('ControlOrMeta+v')
    await expect(cnpj).toHaveValue('11.222.333/0001-81')
  }
  await cnpj.fill('98abc76500de99')

  // The warning does not block saving.
  await form.getByLabel('Código').fill('N-1')
  await form.getByLabel('Loja').fill('01')
  await form.getByLabel('Razão social').fill('Alfa Arquivos')
  await form.getByLabel('Estado').fill('sp')
  await form.getByLabel('Cidade').fill('Itu')
  await failing(page, 'POST', api, () => saveButton(page).click())
  await alertSays(page, 'Erro ao adicionar fornecedor. Tente novamente.')
  const release = await holdBack(page, 'POST', api)
  await saveButton(page).click()
  await expect(form.getByRole('button', { name: 'Salvando...' })).toBeDisabled()
  await expect(form.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
  release()
  await noDialog(page)
  await expect(rowOf(page, 'Alfa Arquivos')).toContainText('98.ABC.765/00DE-99N-1/01Alfa ArquivosItu, SPAtivo0')
})

// proves 2.12.8, 8.14
test('a supplier is edited and deleted, and the server has the last word', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  const sent = await organisation.admin('POST', api, {
    cnpj: '44555666000181',
    company_name: 'Beta Malotes',
    state: 'SP',
    city: 'Itu',
  })
  await open(page, '?search=beta')
  await page.getByRole('button', { name: 'Editar Beta Malotes' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Fornecedor' })
  await expect(form.getByLabel('CNPJ')).toHaveValue('44.555.666/0001-81')
  expectFailedCall(page, 'PUT', `${api}/${sent.id}`, 409)
  await form.getByLabel('CNPJ').fill('11.222.333/0001-81')
  await saveButton(page).click()
  await said(page, 'Já existe um fornecedor com este CNPJ e loja')
  await form.getByLabel('CNPJ').fill('44.555.666/0001-81')
  await failing(page, 'PUT', `${api}/${sent.id}`, () => saveButton(page).click())
  await alertSays(page, 'Erro ao editar fornecedor. Tente novamente.')
  await form.getByLabel('Razão social').fill('Beta Malotes e Lacres')
  await form.getByLabel('Ativo').uncheck()
  await saveButton(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Beta Malotes e Lacres')).toContainText('Inativo')

  const remove = page.getByRole('button', { name: 'Excluir Beta Malotes e Lacres' })
  await remove.click()
  await expect(question(page)).toContainText('Tem certeza que deseja excluir o fornecedor "Beta Malotes e Lacres"?')
  await expectAccessible(page, 'the confirmation')
  await question(page).getByRole('button', { name: 'Não, cancelar' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await failing(page, 'DELETE', `${api}/${sent.id}`, () =>
    question(page).getByRole('button', { name: 'Sim, excluir' }).click(),
  )
  await alertSays(page, 'Erro ao excluir fornecedor. Tente novamente.')
  await remove.click()
  await question(page).getByRole('button', { name: 'Sim, excluir' }).click()
  await said(page, 'Nenhum fornecedor encontrado.')
})

// proves 8.13
test('a supplier that protocols have is not deleted, and a failed load is said', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  const [ipe] = await organisation.admin('GET', `${api}/search?q=papelaria`)
  await organisation.send(admin, { items: [{ supplier_id: ipe.id }] })
  await open(page, '?search=papelaria')
  expectFailedCall(page, 'DELETE', `${api}/${ipe.id}`, 409)
  await page.getByRole('button', { name: 'Excluir Papelaria Ipê Ltda.' }).click()
  await page.getByRole('button', { name: 'Sim, excluir' }).click()
  await alertSays(page, 'Não é possível excluir fornecedores com protocolos associados')
  await expect(rowOf(page, 'Papelaria')).toBeVisible()

  await answerWith(page, 'GET', api, 500)
  await open(page)
  await expect(page.getByText('Erro ao carregar fornecedores. Tente novamente.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(names(page)).toHaveCount(10)
  await answerWith(page, 'GET', api, 200, { data: [{ id: 7 }] })
  await open(page)
  await expect(page.getByRole('row').nth(1)).toContainText('—')
})

test('on a phone suppliers are cards and nothing sticks out', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin, phone)
  await open(page)
  await expect(page.getByRole('list', { name: 'Fornecedores' }).getByRole('listitem').first()).toBeVisible()
  await fitsTheWindow(page)
  await expectAccessible(page, 'suppliers on a phone')
  await page.getByRole('button', { name: 'Novo Fornecedor' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fitsTheWindow(page)
})
