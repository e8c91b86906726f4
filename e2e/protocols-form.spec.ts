import { expect, type Page } from '@playwright/test'
import { answerWith, failing, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import type { Person } from './support/organisation.ts'
import { openPage, pageOf } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { sentForm } from './support/sent-form.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { expectAlert } from './support/toasts.ts'
import { chooseFile, itemOf, pick, said, saveButton } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person
let colleague: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  colleague = await organisation.hire('Bruno Siqueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
})

test.afterAll(() => organisation.server.stop())

const add = (page: Page) => page.getByRole('button', { name: 'Adicionar Item' })

async function fillIn(page: Page, { returns = false } = {}) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill('Contratos para assinatura')
  if (returns) await page.getByLabel('Este protocolo requer devolução de itens').check()
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  if (returns) await itemOf(page, 1).getByLabel('Motivo da Devolução').fill('Assinatura')
}

const countOf = async () => (await sender.call('GET', '/api/protocols')).meta.total as number

// proves 2.1.3, 2.7.1, 2.7.2, 2.8.2, 5.2.1, 5.2.7
test('asks for what is missing, in the words of the contract', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await expect(page.getByRole('heading', { name: 'Informações Básicas' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Itens do Protocolo' })).toBeVisible()
  const origin = page.getByRole('combobox', { name: 'Departamento de Origem' })
  await expect(origin).toHaveValue('Recursos Humanos')
  await expect(origin).toBeDisabled()
  await said(page, 'Selecione um departamento de destino primeiro')
  await expect(page.getByRole('combobox', { name: 'Usuário Responsável' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Remover Item 1' })).toBeHidden()

  await expect(itemOf(page, 1).getByLabel('Motivo', { exact: true })).toBeVisible()
  await page.getByLabel('Este protocolo requer devolução de itens').check()
  await saveButton(page).click()
  for (const sentence of [
    'Departamento de destino é obrigatório',
    'Observações são obrigatórias',
    'Tipo de item é obrigatório',
    'Motivo da devolução é obrigatório quando o protocolo requer devolução',
  ]) {
    await said(page, sentence)
  }
  await expect(page.getByRole('combobox', { name: 'Departamento de Destino' })).toBeFocused()
  await expectAccessible(page, 'the new form with errors')
  await page.getByLabel('Observações').fill('x')
  await expect(page.getByText('Observações são obrigatórias')).toBeHidden()

  // An Admin without a department chooses the origin, and must.
  const admin = await organisation.admin('GET', '/api/auth/me')
  expect(admin.department_id).toBeNull()
})

// proves 2.7.1, 5.2.4, 5.2.5
test('holds the categories and the return together', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  const box = page.getByLabel('Este protocolo requer devolução de itens')
  const category = itemOf(page, 1).getByRole('combobox', { name: 'Categoria' })
  await category.click()
  await expect(page.getByRole('option')).toHaveText(['Informativo'])
  await page.getByRole('option', { name: 'Informativo' }).click()
  await box.click()
  await expectAlert(
    page,
    'Não é possível marcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que não requerem retorno.',
  )
  await expect(box).not.toBeChecked()
  await category.press('Control+a')
  for (const key of ['Delete', 'Tab']) await page.keyboard.press(key)
  await expect(category).toHaveValue('')
  await box.check()
  await category.click()
  await expect(page.getByRole('option')).toHaveText(['Trabalhista'])
  await page.getByRole('option', { name: 'Trabalhista' }).click()
  await box.click()
  await expectAlert(
    page,
    'Não é possível desmarcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que requerem retorno.',
  )
  await expect(box).toBeChecked()
})

// proves 5.2.7, 5.2.10
test('says that it loads what one may choose from', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  const types = await holdBack(page, 'GET', '/api/item-types')
  const people = await holdBack(page, 'GET', `/api/departments/${organisation.departments.destination}/users`)
  await page.goto('/protocolos/novo')
  const choice = (name: string) => itemOf(page, 1).getByRole('combobox', { name })
  await expect(choice('Tipo de Item')).toHaveAttribute('placeholder', 'Carregando...')
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await expect(choice('Usuário Responsável')).toHaveAttribute('placeholder', 'Carregando usuários...')
  types()
  people()
  await expect(choice('Tipo de Item')).toHaveAttribute('placeholder', 'Selecione')
  await expect(choice('Usuário Responsável')).toHaveAttribute('placeholder', 'Selecione')
})

// proves 5.2.10
test('says at the field which list could not be loaded', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  await answerWith(page, 'GET', '/api/item-types', 500)
  await answerWith(page, 'GET', '/api/categories', 500)
  await answerWith(page, 'GET', `/api/departments/${organisation.departments.destination}/users`, 500)
  await page.goto('/protocolos/novo')
  const choice = (name: string) => itemOf(page, 1).getByRole('combobox', { name })
  await expect(choice('Tipo de Item')).toHaveAccessibleDescription('Erro ao carregar tipos de itens.')
  await expect(choice('Categoria')).toHaveAccessibleDescription('Erro ao carregar categorias.')
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await expect(choice('Usuário Responsável')).toHaveAccessibleDescription('Erro ao carregar responsáveis.')

  const other = await pageOf(browser, organisation.server, sender)
  await answerWith(other, 'GET', '/api/departments', 500)
  await other.goto('/protocolos/novo')
  const destination = (name: string) => other.getByRole('combobox', { name, exact: true })
  const sentence = 'Erro ao carregar departamentos.'
  await expect(destination('Departamento de Destino')).toHaveAccessibleDescription(sentence)
  await other.getByRole('button', { name: 'Enviar para vários departamentos' }).click()
  await expect(destination('Departamentos de Destino')).toHaveAccessibleDescription(sentence)
})

// proves 2.7.3, 3.17, 5.2.10, 9.4
test('finds suppliers while one types', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/suppliers/search') && asked.push(request.url()))
  const box = page.getByPlaceholder('Digite o nome ou CNPJ do fornecedor...')
  await box.click()
  await said(page, 'Digite pelo menos 2 caracteres para buscar')
  await box.pressSequentially('i')
  await said(page, 'Digite pelo menos 2 caracteres para buscar')
  await page.route('**/api/suppliers/search?*', async (route) => {
    await said(page, 'Buscando fornecedores...')
    await route.continue()
  })
  await box.pressSequentially('pe', { delay: 50 })
  await page.getByRole('option', { name: 'Papelaria Ipê Ltda. (11.222.333/0001-81)' }).click()
  expect(asked.map((url) => new URL(url).search)).toEqual(['?q=ipe&limit=50'])
  await expect(box).toHaveValue('Papelaria Ipê Ltda. (11.222.333/0001-81)')
  await page.unroute('**/api/suppliers/search?*')
  await box.fill('ninguém com este nome')
  await said(page, 'Nenhum fornecedor encontrado')
  await itemOf(page, 1).getByRole('combobox', { name: 'Tipo de Item' }).fill('nada com este nome')
  await said(page, 'Nenhuma opção encontrada')
})

// proves 2.7.3, 2.7.4, 2.7.5, 3.11
test('sends what was filled in, once, with a file, and opens the protocol', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  const before = await countOf()
  await fillIn(page, { returns: true })
  const first = itemOf(page, 1)
  await first.getByLabel('Nº do documento').fill('101/2026')
  await pick(itemOf(page, 1), 'Categoria', 'Trabalhista')
  const due = /Data de retorno: (\d{2})\/(\d{2})\/(\d{4})/.exec((await first.textContent()) ?? '')
  await pick(itemOf(page, 1), 'Usuário Responsável', manager.name)
  await expect(first.locator('input[type=file]')).toHaveAttribute(
    'accept',
    '.pdf,.doc,.docx,.jpg,.jpeg,.png,.txt,.xls,.xlsx',
  )
  await chooseFile(first, 'virus.exe', 'MZ', 'application/octet-stream')
  await saveButton(page).click()
  await expect(first.getByText(/Formato de arquivo não permitido/)).toBeVisible()
  await first.getByRole('button', { name: 'Remover virus.exe' }).click()
  await chooseFile(first, 'contrato.txt', 'Contrato\n'.repeat(200_000))

  await add(page).click()
  await add(page).click()
  const third = itemOf(page, 3)
  await expect(third.getByLabel('Nº do documento')).toBeFocused()
  await expect(third.getByRole('combobox', { name: 'Tipo de Item' })).toHaveValue('Contrato')
  await expect(third.getByRole('combobox', { name: 'Categoria' })).toHaveValue('Trabalhista')
  await expect(page.getByText(`3 itens · devolução até ${due?.[0].slice(-10)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Remover Item 3' }).click()
  await itemOf(page, 2).getByLabel('Motivo da Devolução').fill('Conferência')
  await pick(itemOf(page, 2), 'Tipo de Item', 'Ofício')

  // A slow connection, so the percentages are visible.
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
  const sent = await sentForm(page)
  await saveButton(page).dblclick()
  await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible()
  await expect(page.getByText(/enviando \d+%/)).toBeVisible()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  expect(await countOf()).toBe(before + 1)

  const { items, ...fields } = await sent()
  expect(fields).toEqual({
    remarks: 'Contratos para assinatura',
    origin_department_id: String(organisation.departments.origin),
    destination_department_id: String(organisation.departments.destination),
    requires_return: 'true',
    attachment_0: 'contrato.txt',
  })
  expect(JSON.parse(items ?? '')).toMatchObject([
    {
      document_number: '101/2026',
      item_type_id: organisation.itemType,
      category_id: organisation.category,
      destination_user_id: manager.id,
      reason: 'Assinatura',
      return_date: `${due?.[3]}-${due?.[2]}-${due?.[1]}`,
      has_attachment: true,
    },
    { reason: 'Conferência', return_date: `${due?.[3]}-${due?.[2]}-${due?.[1]}`, has_attachment: false },
  ])
})

// proves 2.7.5, 11.25
test('asks before it is left with changes, and then sends none of them', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const before = await countOf()
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page)
  const question = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
  const leave = async () => {
    await page.getByRole('link', { name: 'Cancelar' }).click()
    await question.getByRole('button', { name: 'Sair sem salvar' }).click()
  }
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await expectAccessible(page, 'the question before leaving')
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(page.getByLabel('Observações')).toHaveValue('Contratos para assinatura')
  await leave()
  await expect(page).toHaveURL(/\/protocolos$/)

  await page.goto(`/protocolos/${id}/editar`)
  await page.getByLabel('Observações').fill('Meia frase')
  await leave()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await said(page, 'Contratos para assinatura')
  expect((await sender.call('GET', `/api/protocols/${id}`)).remarks).toBe('Contratos para assinatura')
  expect(await countOf()).toBe(before)
})

// proves 2.7.6
test('folds what is complete, and draws of a long form only what is near', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await page.getByRole('button', { name: 'Recolher Item 1' }).click()
  await expect(itemOf(page, 1).getByText('Tipo de item é obrigatório')).toBeVisible()
  await expect(itemOf(page, 1).getByRole('combobox', { name: 'Tipo de Item' })).toBeFocused()
  await fillIn(page)
  await itemOf(page, 1).getByLabel('Nº do documento').fill('1/26')
  await page.getByRole('button', { name: 'Recolher Item 1' }).click()
  await expect(itemOf(page, 1)).toContainText('1/26 · Contrato')
  await expect(itemOf(page, 1).getByLabel('Nº do documento')).toBeHidden()
  await page.getByRole('button', { name: 'Abrir Item 1' }).click()
  await expect(itemOf(page, 1).getByLabel('Nº do documento')).toHaveValue('1/26')

  for (let number = 2; number <= 40; number += 1) await add(page).click()
  await expect(itemOf(page, 40).getByLabel('Nº do documento')).toBeFocused()
  await page.keyboard.type('40/26')
  await expect(itemOf(page, 15).getByLabel('Nº do documento')).toHaveCount(0)
  await itemOf(page, 15).scrollIntoViewIfNeeded()
  await itemOf(page, 15).getByLabel('Nº do documento').fill('15/26')
  await itemOf(page, 15).getByRole('combobox', { name: 'Tipo de Item' }).fill('')
  await itemOf(page, 15).getByRole('combobox', { name: 'Tipo de Item' }).press('Escape')
  await page.getByLabel('Observações').fill('Quarenta contratos')
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  const { items } = await sender.call('GET', `/api${new URL(page.url()).pathname.replace('protocolos', 'protocols')}`)
  expect(items).toHaveLength(40)
  expect([items[0], items[14], items[39]].map((item) => item.document_number)).toEqual(['1/26', '15/26', '40/26'])
})

test('leads to an error far away from where one saves', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await fillIn(page)
  for (let number = 2; number <= 14; number += 1) await add(page).click()
  await answerWith(page, 'POST', '/api/protocols', 400, {
    message: 'Verifique',
    code: 'X',
    errors: { 'items.2.reason': 'Diga por quê' },
  })
  await saveButton(page).click()
  await expectAlert(page, 'Verifique')
  await itemOf(page, 3).scrollIntoViewIfNeeded()
  await expect(itemOf(page, 3).getByText('Diga por quê')).toBeVisible()
})

// proves 2.7.6, 14.6
test('ten items are filled in by keyboard alone', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await page.getByRole('combobox', { name: 'Departamento de Destino' }).focus()
  await page.keyboard.type('Jur')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Departamento de Destino' })).toHaveValue('Jurídico')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Observações')).toBeFocused()
  await page.keyboard.type('Dez contratos')
  await tabTo(page, 'Nº do documento')
  for (let number = 1; number <= 10; number += 1) {
    await expect(itemOf(page, number).getByLabel('Nº do documento')).toBeFocused()
    await page.keyboard.type(`${number}/26`)
    if (number === 1) {
      for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
      await page.keyboard.type('Contr')
      await expect(page.getByRole('option')).toHaveCount(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(itemOf(page, 1).getByRole('combobox', { name: 'Tipo de Item' })).toHaveValue('Contrato')
    }
    if (number === 10) continue
    await tabTo(page, 'Adicionar Item')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await expect(page.getByRole('row')).toHaveCount(11)
})

/** Presses Tab until the focus is on the element with this name. */
async function tabTo(page: Page, name: string) {
  for (let pressed = 0; pressed < 15; pressed += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return (element?.labels?.[0]?.textContent ?? element?.textContent ?? '').trim()
    })
    if (focused === name) return
  }
  throw new Error(`Tab never came to ${name}`)
}

// proves 2.1.3, 2.8.1, 2.8.2, 2.8.3, 8.9
test('edits what may be edited and says so', async ({ browser }) => {
  const { id, items } = await organisation.send(sender, { items: [{ document_number: '1/26' }, {}] })
  await sender.call('POST', `/api/protocols/items/${items[1]}/cancel`, { reason: 'Ficou para depois' })
  const page = await openPage(browser, organisation.server, colleague, `/protocolos/${id}/editar`)
  await expect(page.getByText(/^1 item · devolução até \d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Editar Protocolo #${id}` })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Departamento de Origem' })).toBeDisabled()
  await expect(page.getByRole('combobox', { name: 'Departamento de Destino' })).toBeDisabled()
  await expect(page.getByText('Motivo da Devolução *')).toBeVisible()
  await expect(itemOf(page, 1).locator('input[type=file]')).toHaveAttribute('accept', /\.gif$/)
  await page.getByLabel('Observações').fill('')
  await itemOf(page, 1).getByLabel('Motivo da Devolução').fill('')
  await saveButton(page).click()
  await said(page, 'Observações são obrigatórias')
  await said(page, 'Motivo da devolução é obrigatório quando o protocolo requer devolução')
  await page.getByLabel('Observações').fill('Corrigido')
  await itemOf(page, 1).getByLabel('Motivo da Devolução').fill('Outra assinatura')
  await failing(page, 'PUT', `/api/protocols/${id}`, () => saveButton(page).click())
  await expectAlert(page, 'Erro ao atualizar protocolo. Tente novamente.')
  await expect(page.getByLabel('Observações')).toHaveValue('Corrigido')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await saveButton(page).click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await said(page, 'Corrigido')
  expect((await sent).postDataJSON()).toMatchObject({
    remarks: 'Corrigido',
    origin_department_id: organisation.departments.origin,
    destination_department_id: organisation.departments.destination,
    requires_return: true,
    items: [
      {
        id: items[0],
        item_type_id: organisation.itemType,
        category_id: organisation.category,
        reason: 'Outra assinatura',
      },
    ],
  })

  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))

  // With a file it is sent as a multipart form.
  await page.getByRole('button', { name: 'Editar' }).click()
  await chooseFile(itemOf(page, 1), 'anexo.txt', 'Anexo')
  const form = await sentForm(page)
  await saveButton(page).click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  const fields = await form()
  expect(fields).toMatchObject({ remarks: 'Corrigido', requires_return: 'true', attachment_0: 'anexo.txt' })
  expect(JSON.parse(fields.items ?? '')).toMatchObject([{ id: items[0], hasAttachment: true }])
})

test('tells who was faster, and offers the new version', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}/editar`)
  await page.getByLabel('Observações').fill('A minha versão')
  const { items, version } = await colleague.call('GET', `/api/protocols/${id}`)
  const [{ id: item, item_type_id, reason }] = items
  const body = { remarks: 'A versão de Bruno', version, items: [{ id: item, item_type_id, reason }] }
  await colleague.call('PUT', `/api/protocols/${id}`, body)
  expectFailedCall(page, 'PUT', `/api/protocols/${id}`, 409)
  await saveButton(page).click()
  await expect(page.getByText(/foi alterado por Bruno Siqueira enquanto você editava/)).toBeVisible()
  await expect(page.getByLabel('Observações')).toHaveValue('A minha versão')
  await expectAccessible(page, 'the edit form after a conflict')
  await page.getByRole('button', { name: 'Ver a nova versão' }).click()
  await expect(page.getByLabel('Observações')).toHaveValue('A versão de Bruno')
})

// proves 2.8.4, 4.9, 5.3.2, 8.9
test('opens the edit form to nobody who may not edit', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}/editar`)
  await expectAlert(page, 'Apenas usuários do departamento de origem podem editar este protocolo')
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await manager.call('POST', `/api/protocols/${id}/receive`)
  const origin = await openPage(browser, organisation.server, sender, `/protocolos/${id}/editar`)
  await expectAlert(origin, 'Apenas protocolos pendentes podem ser editados')
  await expect(origin).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await answerWith(origin, 'GET', `/api/protocols/${id}`, 500)
  await origin.goto(`/protocolos/${id}/editar`)
  await said(origin, 'Erro ao carregar o protocolo. Tente novamente.')
  await expectAccessible(origin, 'the edit form that could not be loaded')
})

// proves 14.4
test('the forms fit a phone', async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo', phone)
  await expect(saveButton(page)).toBeInViewport()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the new form on a phone')
  await page.goto(`/protocolos/${id}/editar`)
  await expect(saveButton(page)).toBeInViewport()
  await fitsTheWindow(page)
})
