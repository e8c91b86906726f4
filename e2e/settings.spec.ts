import { expect } from '@playwright/test'
import { answerWith, failing, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays, statusSays } from './support/toasts.ts'
import { heading, noDialog, question, rowOf, saveButton } from './support/vocabulary.ts'

let organisation: TestOrganisation
let admin: Person
let clerk: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  admin = await organisation.hire('Helena Prado', 'origin', 'Admin')
  clerk = await organisation.hire('Bruno Siqueira', 'origin', 'Usuário')
  await organisation.send(clerk)
})

test.afterAll(() => organisation.server.stop())

// proves 2.1.5, 2.12.1
test('the hub leads to every register, and back', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings')
  await expect(heading(page, 'Configurações do Sistema')).toBeVisible()
  await expectAccessible(page, 'the hub')
  for (const [title, path] of [
    ['Departamentos', 'departments'],
    ['Categorias de Protocolos', 'categories'],
    ['Tipos de Itens', 'item-types'],
    ['Fornecedores', 'suppliers'],
    ['Usuários', 'users'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`${organisation.server.url}/settings/${path}`)
    await expect(heading(page, title)).toBeVisible()
    const navigation = page.getByRole('navigation', { name: 'Configurações' })
    await expect(navigation.locator('[aria-current=page]')).toHaveText(title)
    await navigation.getByRole('link', { name: 'Visão geral' }).click()
    await expect(heading(page, 'Configurações do Sistema')).toBeVisible()
  }
  await expect(page.getByText('Em breve')).toBeHidden()
})

test('Back does not meet the list again after a dialog was closed', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Departamentos' }).click()
  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(`${organisation.server.url}/settings/departments`)
  await page.goBack()
  await expect(heading(page, 'Configurações do Sistema')).toBeVisible()

  await page.goto('/settings/departments?open=new')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(`${organisation.server.url}/settings/departments`)
})

test('a settings dialog that Back has closed tells its outcome, and leads nobody further back', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Departamentos' }).click()
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

// proves 11.2, 14.1
test('an Admin adds, edits and deletes a department, and the focus stays at hand', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings/departments')
  await expect(rowOf(page, 'Recursos Humanos')).toBeVisible()
  await expectAccessible(page, 'a list')

  await page.getByRole('button', { name: 'Novo Departamento' }).click()
  const form = page.getByRole('dialog', { name: 'Novo Departamento' })
  const name = form.getByLabel('Nome')
  await expect(name).toBeFocused()
  await name.fill('   ')
  await saveButton(form).click()
  await expect(form.getByText('Nome do departamento é obrigatório', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a form with an error')
  await name.fill('Arquivo')
  await saveButton(form).click()
  await noDialog(page)
  await expect(rowOf(page, 'Arquivo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Novo Departamento' })).toBeFocused()

  await page.getByRole('button', { name: 'Editar Arquivo' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Arquivo Geral')
  const { dpid } = (await admin.call('GET', '/api/departments')).find(
    ({ dpname }: { dpname: string }) => dpname === 'Arquivo',
  )
  await admin.call('PUT', `/api/departments/${dpid}`, { dpname: 'Arquivo Morto' })
  expectFailedCall(page, 'PUT', `/api/departments/${dpid}`, 409)
  await saveButton(page).click()
  await expect(page.getByText('Salvo agora: Arquivo Morto')).toBeVisible()
  await expectAccessible(page, 'a form that was overtaken')
  await page.getByRole('button', { name: 'Salvar mesmo assim' }).click()
  await noDialog(page)
  await expect(page.getByRole('button', { name: 'Editar Arquivo Geral' })).toBeFocused()

  const remove = page.getByRole('button', { name: 'Excluir Arquivo Geral' })
  await remove.click()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page, 'a confirmation')
  await question(page).getByRole('button', { name: 'Não, cancelar' }).click()
  await expect(question(page)).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await question(page).getByRole('button', { name: 'Sim, excluir' }).click()
  await expect(rowOf(page, 'Arquivo Geral')).toBeHidden()

  // What is in use says why it stays, to the keyboard and to the mouse.
  const refusal = 'Não é possível excluir departamentos com usuários ou protocolos associados'
  const stays = page.getByRole('button', { name: 'Excluir Recursos Humanos' })
  await page.getByRole('button', { name: 'Editar Recursos Humanos' }).focus()
  await page.keyboard.press('Tab')
  await expect(stays).toBeFocused()
  await expect(page.getByRole('tooltip', { name: refusal })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await stays.hover()
  await expect(page.getByRole('tooltip', { name: refusal })).toBeVisible()

  await answerWith(page, 'GET', '/api/departments', 500)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Erro ao carregar departamentos.')
  await expectAccessible(page, 'a list that did not load')
  await page.unrouteAll()
  await answerWith(page, 'GET', '/api/departments', 200, [])
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Nenhum departamento encontrado.', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a list without a row')
})

test('on a phone rows are cards and nothing sticks out', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin, phone)
  for (const path of ['', '/departments', '/categories', '/item-types']) {
    await page.goto(`/settings${path}`)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await fitsTheWindow(page)
  }
  await expectAccessible(page, 'cards on a phone')
  await page.goto('/settings/categories?open=new')
  await expect(page.getByRole('dialog')).toBeVisible()
  await fitsTheWindow(page)
  await page.getByLabel('Nome').fill('No telefone')
  await failing(page, 'POST', '/api/categories', () => saveButton(page).click())
  await alertSays(page, 'Erro ao adicionar categoria. Tente novamente.')
  // Visible although a dialog is open.
  await page.getByRole('button', { name: /dispensar|fechar aviso/i }).click()
})
