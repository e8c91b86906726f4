import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { noDialog, question, rowOf, said, saveButton } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person

const api = '/api/suppliers'

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
})

test.afterAll(() => organisation.server.stop())

async function open(page: Page, query = '') {
  await page.goto(`/settings/suppliers${query}`)
  await expect(page.getByRole('heading', { name: 'Fornecedores', level: 1 })).toBeVisible()
}

// proves 2.12.6, 2.12.8
test('an Admin adds a supplier by CNPJ, finds, edits and deletes it', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await open(page)
  await expectAccessible(page, 'the list of suppliers')
  await page.getByRole('button', { name: 'Novo Fornecedor' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Fornecedor' })
  const cnpj = form.getByLabel('CNPJ')
  await expect(cnpj).toBeFocused()
  await saveButton(page).click()
  await said(page, 'CNPJ é obrigatório')
  await expect(cnpj).toBeFocused()
  await expectAccessible(page, 'the supplier form with errors')

  // The mask also works in the middle of the text and with letters.
  await cnpj.pressSequentially('11222333000182')
  await expect(cnpj).toHaveValue('11.222.333/0001-82')
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
  await form.getByLabel('Razão social').fill('Alfa Arquivos')
  await form.getByLabel('Estado').fill('sp')
  await form.getByLabel('Cidade').fill('Itu')
  await saveButton(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Alfa Arquivos')).toContainText('98.ABC.765/00DE-99—Alfa ArquivosItu, SPAtivo0')

  await page.getByRole('searchbox').fill('98abc765')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Alfa Arquivos'])
  expectFailedCall(page, 'PUT', `${api}/*`, 409)
  await page.getByRole('button', { name: 'Editar Alfa Arquivos' }).click()
  await page.getByLabel('CNPJ').fill('11.222.333/0001-81')
  await saveButton(page).click()
  await said(page, 'Já existe um fornecedor com este CNPJ e loja')
  await page.getByLabel('CNPJ').fill('98ABC76500DE99')
  await page.getByLabel('Ativo').uncheck()
  await saveButton(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Alfa Arquivos')).toContainText('Inativo')

  const remove = page.getByRole('button', { name: 'Excluir Alfa Arquivos' })
  await remove.click()
  await expectAccessible(page, 'the confirmation')
  await question(page).getByRole('button', { name: 'Não, cancelar' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await question(page).getByRole('button', { name: 'Sim, excluir' }).click()
  await said(page, 'Nenhum fornecedor encontrado.')
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
