import { expect, type Page } from '@playwright/test'
import { answerWith, failing, holdBack, refusing } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays } from './support/toasts.ts'
import { heading, noDialog, pick, question, rowOf, saveButton } from './support/vocabulary.ts'

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

const registers = [
  {
    path: 'departments',
    title: 'Departamentos',
    title1: 'Departamento',
    nameField: 'dpname',
    add: 'Novo Departamento',
    required: 'Nome do departamento é obrigatório',
    failed: (verb: string) => `Erro ao ${verb} departamento. Tente novamente.`,
    loadFailed: 'Erro ao carregar departamentos.',
    empty: 'Nenhum departamento encontrado.',
    inUse: 'Recursos Humanos',
    taken: 'Já existe o departamento "Recursos Humanos"',
    refusal: 'Não é possível excluir departamentos com usuários ou protocolos associados',
    confirmation: (name: string) =>
      `Tem certeza que deseja excluir o departamento "${name}"? Esta ação não pode ser desfeita.`,
  },
  {
    path: 'categories',
    title: 'Categorias de Protocolos',
    title1: 'Categoria',
    nameField: 'ctname',
    add: 'Nova Categoria',
    required: 'Nome da categoria é obrigatório',
    failed: (verb: string) => `Erro ao ${verb} categoria. Tente novamente.`,
    loadFailed: 'Erro ao carregar categorias.',
    empty: 'Nenhuma categoria encontrada.',
    inUse: 'Trabalhista',
    taken: 'Já existe a categoria "Trabalhista"',
    refusal: 'Não é possível excluir categorias com protocolos associados',
    confirmation: (name: string) =>
      `Tem certeza que deseja excluir a categoria "${name}"? Esta ação não pode ser desfeita.`,
  },
  {
    path: 'item-types',
    title: 'Tipos de Itens',
    title1: 'Tipo de Item',
    nameField: 'type_name',
    add: 'Novo Tipo de Item',
    required: 'Nome do tipo de item é obrigatório',
    failed: (verb: string) => `Erro ao ${verb} tipo de item. Tente novamente.`,
    loadFailed: 'Erro ao carregar tipos de itens. Tente novamente.',
    empty: 'Nenhum tipo de item encontrado.',
    inUse: 'Contrato',
    taken: 'Já existe o tipo de item "Contrato"',
    refusal: 'Não é possível excluir tipos de itens com itens associados',
    confirmation: (name: string) =>
      `Tem certeza que deseja excluir o tipo de item "${name}"? Esta ação não pode ser desfeita.`,
  },
]

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

for (const register of registers) {
  const { path, title, title1, add, required, failed, refusal, confirmation } = register
  const api = `/api/${path}`

  // proves 2.12.5, 2.12.12, 8.14, 11.2, 14.1
  test(`${title}: add, edit and delete`, async ({ browser }) => {
    const page = await pageOf(browser, organisation.server, admin)
    await page.goto(`/settings/${path}`)
    await expect(rowOf(page, register.inUse)).toBeVisible()
    await expectAccessible(page, title)

    // An empty name shows an error under its field, which disappears at the first key press.
    await page.getByRole('button', { name: add }).click()
    const form = page.getByRole('dialog', { name: add })
    const name = form.getByLabel('Nome')
    await expect(name).toBeFocused()
    await name.fill('   ')
    await saveButton(form).click()
    await expect(form.getByText(required, { exact: true })).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, `${add} with an error`)
    await name.pressSequentially(' ')
    await expect(form.getByText(required)).toBeHidden()

    // Server errors of a field are shown under it too.
    expectFailedCall(page, 'POST', api, 409)
    await name.fill(` ${register.inUse.toUpperCase()} `)
    await saveButton(form).click()
    await expect(form.getByText(register.taken, { exact: true })).toBeVisible()
    await name.fill(`Novo em ${path}`)

    // A failure without a message keeps the typed text.
    await failing(page, 'POST', api, () => saveButton(form).click())
    await alertSays(page, failed('adicionar'))
    const release = await holdBack(page, 'POST', api)
    await saveButton(form).click()
    await expect(form.getByRole('button', { name: 'Salvando...' })).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
    release()
    await noDialog(page)
    await page.unrouteAll()
    await expect(rowOf(page, `Novo em ${path}`)).toBeVisible()
    await expect(page.getByRole('button', { name: add })).toBeFocused()

    // Edit: the server's message takes precedence over the fixed one.
    await page.getByRole('button', { name: `Editar Novo em ${path}` }).click()
    await expect(page).toHaveURL(/open=edit/)
    const edit = page.getByRole('dialog', { name: `Editar ${title1}` })
    await edit.getByLabel('Nome').fill(`Outro em ${path}`)
    const one = `${api}/${await idIn(page)}`
    await refusing(page, 'PUT', one, 'Manutenção até as 18h', () => saveButton(edit).click())
    await alertSays(page, 'Manutenção até as 18h')
    await failing(page, 'PUT', one, () => saveButton(edit).click())
    await alertSays(page, failed('editar'))
    await saveButton(edit).click()
    await noDialog(page)
    await expect(rowOf(page, `Outro em ${path}`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Editar Outro em ${path}` })).toBeFocused()

    // Delete.
    const remove = page.getByRole('button', { name: `Excluir Outro em ${path}` })
    await remove.click()
    await expect(question(page)).toContainText(confirmation(`Outro em ${path}`))
    if (path === 'departments') await expectAccessible(page, 'a confirmation')
    await question(page).getByRole('button', { name: 'Não, cancelar' }).click()
    await expect(question(page)).toBeHidden()
    await expect(remove).toBeFocused()
    await remove.click()
    await expect(question(page)).toBeVisible()
    await failing(page, 'DELETE', one, () => question(page).getByRole('button', { name: 'Sim, excluir' }).click())
    await alertSays(page, failed('excluir'))
    await remove.click()
    await question(page).getByRole('button', { name: 'Sim, excluir' }).click()
    await expect(rowOf(page, `Outro em ${path}`)).toBeHidden()
    await expect(question(page)).toBeHidden()
  })

  // proves 2.12.2, 2.12.3, 2.12.4, 6.10
  test(`${title}: what is in use stays, and says why to everybody`, async ({ browser }) => {
    const page = await pageOf(browser, organisation.server, admin)
    await page.goto(`/settings/${path}`)
    const remove = page.getByRole('button', { name: `Excluir ${register.inUse}` })
    await expect(remove).toBeDisabled()
    await expect(remove).toHaveAccessibleDescription(refusal)
    await page.getByRole('button', { name: `Editar ${register.inUse}` }).focus()
    await page.keyboard.press('Tab')
    await expect(remove).toBeFocused()
    await expect(page.getByRole('tooltip', { name: refusal })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await remove.hover()
    await expect(page.getByRole('tooltip', { name: refusal })).toBeVisible()
  })

  // proves 2.12.2, 2.12.3, 2.12.4, 8.13, 14.9
  test(`${title}: nothing there, nothing known, nothing answered`, async ({ browser }) => {
    const page = await pageOf(browser, organisation.server, admin)
    await answerWith(page, 'GET', api, 500)
    await page.goto(`/settings/${path}`)
    await expect(page.getByRole('alert')).toContainText(register.loadFailed)
    if (path === 'departments') await expectAccessible(page, 'a list that did not load')
    await page.unrouteAll()
    await answerWith(page, 'GET', api, 200, [])
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByText(register.empty, { exact: true })).toBeVisible()
    if (path === 'departments') await expectAccessible(page, 'a list without a row')
    await page.unrouteAll()
    await answerWith(page, 'GET', api, 200, [{ id: 7, dpid: 7, ctid: 7, [register.nameField]: 'Só o nome' }])
    await page.reload()
    await expect(rowOf(page, 'Só o nome')).toContainText('0')
    if (path === 'item-types') await expect(rowOf(page, 'Só o nome')).toContainText('—')
  })
}

// proves 2.12.3, 5.5.2
test('a category says in how many days, of which kind, and in which colour', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/settings/categories?open=new')
  const form = page.getByRole('dialog', { name: 'Nova Categoria' })
  const days = form.getByLabel('Dias de retorno')
  const kind = form.getByRole('combobox', { name: 'Tipo de dias' })
  await expect(kind).toHaveValue('Dias úteis')
  await expect(days).toHaveAttribute('min', '1')
  await expect(days).toHaveAttribute('placeholder', 'Deixe em branco se não aplicável')
  await form.getByLabel('Nome').fill('Empréstimo')

  const tooFew = form.getByText('Dias de retorno deve ser maior que zero', { exact: true })
  for (const wrong of ['0', '-3']) {
    await days.fill(wrong)
    await saveButton(form).click()
    await expect(tooFew).toBeVisible()
    await days.fill('1')
    await expect(tooFew).toBeHidden()
  }
  // Text that the browser cannot parse as a number does not count as empty.
  await days.fill('')
  await days.pressSequentially('e')
  await saveButton(form).click()
  await expect(tooFew).toBeVisible()

  await days.fill('15')
  await pick(form, 'Tipo de dias', 'Dias corridos')
  await form.getByRole('radio', { name: 'Âmbar' }).check()
  await saveButton(form).click()
  await noDialog(page)
  await expect(rowOf(page, 'Empréstimo')).toContainText('15 dias')
  await expect(rowOf(page, 'Empréstimo')).toContainText('Dias corridos')

  await page.getByRole('button', { name: 'Editar Empréstimo' }).click()
  await expect(form.or(page.getByRole('dialog', { name: 'Editar Categoria' }))).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Âmbar' })).toBeChecked()
  await page.getByLabel('Dias de retorno').fill('')
  await page.getByRole('radio', { name: 'Sem cor' }).check()
  await saveButton(page).click()
  await noDialog(page)
  await expect(rowOf(page, 'Empréstimo')).toContainText('Não se aplica')
  await expect(rowOf(page, 'Empréstimo')).not.toContainText('Dias corridos')
})

// proves 10.6
test('whoever may only read is told so, and finds no dead buttons', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, clerk)
  await page.goto('/settings')
  await expect(page.getByRole('main').getByRole('link', { name: 'Departamentos' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Usuários' })).toBeHidden()
  for (const path of ['departments', 'categories', 'item-types', 'suppliers']) {
    await page.goto(`/settings/${path}?open=new`)
    await expect(page.getByText(/Somente leitura: apenas administradores podem fazer alterações/)).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Ações' })).toBeHidden()
    await expect(page.getByRole('button', { name: /nov[oa]|editar|excluir/i })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expectAccessible(page, 'a list to be read')
})

test('a new register is offered by the forms at once', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, admin)
  await page.goto('/protocolos/novo')
  const types = page.getByRole('combobox', { name: 'Tipo de Item' })
  await types.click()
  await expect(page.getByRole('option', { name: 'Contrato' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Configurações' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Tipos de Itens' }).click()
  await page.getByRole('button', { name: 'Novo Tipo de Item' }).click()
  await page.getByLabel('Nome').fill('Procuração')
  await saveButton(page).click()
  await noDialog(page)
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Protocolos' }).click()
  await page.getByRole('link', { name: 'Novo Protocolo' }).click()
  await types.click()
  await expect(page.getByRole('option', { name: 'Procuração' })).toBeVisible()
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

const idIn = (page: Page) => new URL(page.url()).searchParams.get('id')
