import { expect, type Page } from '@playwright/test'
import { answerWith, cutOff, holdBack } from './support/answers.ts'
import type { Person } from './support/organisation.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { alertSays, statusSays } from './support/toasts.ts'
import { expectHighlighted, listField } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person

test.beforeAll(async () => {
  organisation = await testOrganisation({ UPLOAD_MAX_MB: '1' })
  await organisation.admin('POST', '/api/item-types', { type_name: 'Contrato social' })
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
})

test.afterAll(() => organisation.server.stop())

const supplierName = 'Papelaria Ipê Ltda. (11.222.333/0001-81)'

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

async function typeAndFind(page: Page, text: string, count: number) {
  // The first letter opens the list, which searches for the selected option one task later; real typing is slower than
  // that.
  await page.keyboard.type(text.slice(0, 1))
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.type(text.slice(1))
  await expect(page.getByRole('option')).toHaveCount(count)
  await expectHighlighted(page, /./)
}

// proves 14.7
test('the lists and files of the new form take what the keyboard chose, and no key sends it', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await test.step('what is highlighted is what Enter, Tab and leaving take, and none of them sends the form', async () => {
    const destination = listField(page, 'Departamento de Destino')
    await destination.focus()
    await typeAndFind(page, 'jur', 1)
    await press(page, 'Tab')
    await expect(destination).toHaveValue('Jurídico')
    await expect(page.getByLabel('Observações')).toBeFocused()

    const type = listField(page, 'Tipo de Item')
    await type.focus()
    await typeAndFind(page, 'contr', 2)
    await expectHighlighted(page, 'Contrato')
    await press(page, 'ArrowDown')
    await expectHighlighted(page, 'Contrato social')
    await press(page, 'Enter')
    await expect(type).toHaveValue('Contrato social')
    // Selecting the same option again does not clear it.
    await press(page, 'ArrowDown')
    await expect(page.getByRole('option', { name: 'Ofício' })).toBeVisible()
    await press(page, 'Enter')
    await expect(type).toHaveValue('Contrato social')
    // Esc restores the selected option; a cleared field stays empty.
    await page.keyboard.type('x')
    await press(page, 'Escape', 'Tab')
    await expect(type).toHaveValue('Contrato social')
    await type.focus()
    await press(page, 'Control+a', 'Delete', 'Tab')
    await expect(type).toHaveValue('')

    // Nothing matches: Enter selects nothing, and does not submit the form.
    await type.focus()
    await page.keyboard.type('nada disso')
    await expect(page.getByText('Nenhuma opção encontrada')).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByText('Observações são obrigatórias')).toBeHidden()
    await page.getByLabel('Observações').click()
    await expect(type).toHaveValue('')
    await type.click()
    await typeAndFind(page, 'ofi', 1)
    await page.getByLabel('Observações').click()
    await expect(type).toHaveValue('Ofício')
  })
  await test.step('a supplier is taken by Enter and by Tab, also before the answer is there', async () => {
    await page.goto('/protocolos/novo')
    const supplier = page.getByLabel('Fornecedor')
    await expect(supplier).toHaveRole('combobox')
    await supplier.focus()
    await page.keyboard.type('ipe')
    await press(page, 'Enter')
    await expect(supplier).toHaveValue(supplierName)
    await expect(page.getByText('Observações são obrigatórias')).toBeHidden()
    await press(page, 'Control+a', 'Delete', 'Tab')
    await expect(supplier).toHaveValue('')

    await supplier.focus()
    await typeAndFind(page, 'ipe', 1)
    await page.getByLabel('Observações').click()
    await expect(supplier).toHaveValue(supplierName)
    await supplier.focus()
    await press(page, 'Control+a', 'Delete', 'Tab')

    await supplier.focus()
    await page.keyboard.type('11222333')
    await press(page, 'Tab')
    // One Tab, like any other field.
    await expect(page.getByLabel('Motivo', { exact: true })).toBeFocused()
    await expect(supplier).toHaveValue(supplierName)
  })
  await test.step('a file is judged when it is chosen, and the focus stays with it', async () => {
    await page.goto('/protocolos/novo')
    const choose = page.getByRole('button', { name: 'Escolher arquivo' })
    const chooser = page.waitForEvent('filechooser')
    await choose.press('Enter')
    await (await chooser).setFiles({ name: 'grande.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_100_000) })
    await expect(page.getByText('Cada arquivo pode ter no máximo 1 MB')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remover grande.pdf' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByText('Cada arquivo pode ter no máximo 1 MB')).toBeHidden()
    await expect(choose).toBeFocused()
  })
  await test.step('a list of suppliers never makes the page longer', async () => {
    await page.goto('/protocolos/novo')
    const many = Array.from({ length: 50 }, (_, id) => ({
      id: id + 1,
      name: `Fornecedor ${id}`,
      cnpj: '11222333000181',
    }))
    await answerWith(page, 'GET', '/api/suppliers/search', 200, many)
    await expect(page.getByLabel('Fornecedor')).toBeVisible()
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await heightOf()
    await page.getByLabel('Fornecedor').focus()
    await typeAndFind(page, 'fornecedor', 50)
    expect(await heightOf()).toBe(before)
  })
})

test('what is typed before the options are there is taken when they come', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  const answer = await holdBack(page, 'GET', '/api/departments')
  await page.goto('/protocolos/novo')
  const destination = listField(page, 'Departamento de Destino')
  await destination.focus()
  await page.keyboard.type('jur')
  await press(page, 'Tab')
  answer()
  await expect(destination).toHaveValue('Jurídico')
})

// proves 14.7
test('Ctrl+Enter sends from a long text, and Back leads to where one came from', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await page.getByRole('link', { name: 'Novo Protocolo' }).first().click()
  await listField(page, 'Departamento de Destino').focus()
  await typeAndFind(page, 'jur', 1)
  await press(page, 'Tab')
  await page.keyboard.type('Três contratos')
  await listField(page, 'Tipo de Item').focus()
  await typeAndFind(page, 'ofi', 1)
  await press(page, 'Tab')
  await page.getByLabel('Motivo', { exact: true }).focus()
  await press(page, 'Control+Enter')
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)

  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Observações').fill('Três contratos sociais')
  await press(page, 'Control+Enter')
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await expect(page.getByText('Três contratos sociais')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/protocolos$/)
})

// proves 14.7
test('Ctrl+Enter sends a dialog from its long text', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByLabel('Motivo do cancelamento *').fill('Enviado por engano')
  await press(page, 'Control+Enter')
  await statusSays(page, `Protocolo ${id} cancelado com sucesso!`)
})

// proves 14.6
test('when a button goes away with what it did, the focus stays in the page', async ({ browser }) => {
  const { id } = await organisation.send(sender, { requiresReturn: false })
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  await page.getByRole('button', { name: 'Cancelar' }).focus()
  await press(page, 'Enter')
  await page.getByLabel('Motivo do cancelamento *').fill('Enviado em duplicidade')
  await page.getByRole('button', { name: 'Cancelar protocolo' }).press('Enter')
  await expect(page.getByText('Cancelado', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  const { id: other } = await organisation.send(sender)
  const there = await openPage(browser, organisation.server, manager, `/protocolos/${other}`)
  const receive = there.getByRole('button', { name: 'Receber', exact: true })
  const asBefore = await cutOff(there, 'POST', `/api/protocols/${other}/receive`)
  await receive.press('Enter')
  await alertSays(there, 'Erro ao receber protocolo. Tente novamente.')
  await asBefore()
  await receive.press('Enter')
  await statusSays(there, 'Protocolo recebido com sucesso!')
  // An error message disappears when the retry succeeds.
  await expect(there.getByText('Erro ao receber protocolo. Tente novamente.')).toBeHidden()
  await expect(there.getByRole('main')).toBeFocused()
})

test('the filter of departments is typed into, and two dates that exclude each other say so', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await page.getByRole('button', { name: 'Filtros' }).click()
  const department = listField(page, 'Departamento')
  await department.click()
  await typeAndFind(page, 'jur', 1)
  await press(page, 'Enter')
  await expect(page).toHaveURL(new RegExp(`department=${organisation.departments.destination}`))
  await expect(department).toHaveValue('Jurídico')
  await page.getByLabel('Data inicial').fill('2026-11-20')
  await page.getByLabel('Data final').fill('2026-11-10')
  await expect(page.getByText('A data final é anterior à data inicial')).toBeVisible()
  await page.getByLabel('Data final').fill('2026-11-20')
  await expect(page.getByText('A data final é anterior à data inicial')).toBeHidden()
})
