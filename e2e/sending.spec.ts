import { expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectFailedCall } from './support/console.ts'
import { openSession, type Person } from './support/organisation.ts'
import { enter, openPage, pageOf, withoutEvents } from './support/pages.ts'
import { fitsTheWindow, phone } from './support/phone.ts'
import { sentForm } from './support/sent-form.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { itemAction, itemOf, listField, openRowMenu, pick, said, saveButton } from './support/vocabulary.ts'

let organisation: TestOrganisation
let sender: Person
let manager: Person

test.beforeAll(async () => {
  organisation = await testOrganisation()
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
  manager = await organisation.hire('Carlos Menezes', 'destination', 'Gestor')
})

test.afterAll(() => organisation.server.stop())

const number = (page: Page, item: number) => itemOf(page, item).getByLabel('Nº do documento')
const cell = (page: Page, item: number, label: string) =>
  page.getByRole('row', { name: `Item ${item}`, exact: true }).getByLabel(label)
const opened = async (page: Page) => {
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  return sender.call('GET', `/api${new URL(page.url()).pathname.replace('protocolos', 'protocols')}`)
}

async function toLegal(page: Page) {
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill('Contratos para assinatura')
}

/** Pastes text as a browser does, into the focused element. */
const paste = (page: Page, text: string) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

// proves 14.7, 17.41
test('a scanner sends twelve documents: each Enter is a new item, and none sends the form', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await expect(listField(page, 'Departamento de Destino')).toBeFocused()
  await page.keyboard.type('jur')
  await expect(page.getByRole('option')).toHaveCount(1)
  // The first Enter takes the option, the second goes on.
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByLabel('Observações')).toBeFocused()
  await page.keyboard.type('Doze contratos')
  for (const key of ['Tab', 'Space', 'Enter']) await page.keyboard.press(key)
  await expect(number(page, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(itemOf(page, 1).getByLabel('Descrição')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('contr')
  await expect(page.getByRole('option')).toHaveCount(1)
  for (const key of ['Enter', 'Enter', 'Enter', 'Enter', 'Enter']) await page.keyboard.press(key)
  await expect(itemOf(page, 1).getByLabel('Motivo da Devolução')).toBeFocused()
  await page.keyboard.type('Assinatura')
  await number(page, 1).focus()
  const numbers = Array.from({ length: 12 }, (_, index) => `${index + 101}/26`)
  // A scanner types without pauses.
  for (const scanned of numbers) {
    await page.keyboard.type(scanned)
    await page.keyboard.press('Enter')
  }
  await expect(number(page, 13)).toBeFocused()
  await expect(itemOf(page, 13)).toContainText('vazio, não será enviado')
  await expect(itemOf(page, 1)).toContainText('101/26 · Contrato')
  await expect(page.getByText(/^12 itens/)).toBeVisible()
  // Enter in the empty item adds no other one.
  await page.keyboard.press('Enter')
  await expect(itemOf(page, 14)).toBeHidden()
  await expectAccessible(page, 'the new form with folded items')
  await page.keyboard.press('Control+Enter')
  const { items } = await opened(page)
  expect(items.map((item: { document_number: string }) => item.document_number)).toEqual(numbers)
  expect(items[11]).toMatchObject({ item_type_id: organisation.itemType, reason: 'Assinatura' })
})

// proves 2.7.6
test('a new item takes over five fields, and one press clears them', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  const first = itemOf(page, 1)
  await number(page, 1).fill('1/26')
  await first.getByLabel('Descrição').fill('pasta da Maria Souza')
  await pick(first, 'Tipo de Item', 'Contrato')
  await pick(first, 'Categoria', 'Informativo')
  await first.getByLabel('Fornecedor').fill('ipe')
  await page.getByRole('option', { name: /Papelaria Ipê/ }).click()
  await pick(first, 'Usuário Responsável', manager.name)
  await first.getByLabel('Motivo', { exact: true }).fill('Assinatura')
  await first.getByLabel('Motivo', { exact: true }).press('Enter')

  const second = itemOf(page, 2)
  await expect(number(page, 2)).toBeFocused()
  await expect(first).toContainText('1/26 · pasta da Maria Souza · Contrato · Informativo')
  await expect(second.getByLabel('Descrição')).toHaveValue('')
  for (const [field, value] of [
    ['Tipo de Item', 'Contrato'],
    ['Categoria', 'Informativo'],
    ['Usuário Responsável', manager.name],
  ] as const) {
    await expect(listField(second, field)).toHaveValue(value)
  }
  await expect(second.getByLabel('Fornecedor')).toHaveValue(/Papelaria Ipê/)
  await expect(second.getByLabel('Motivo', { exact: true })).toHaveValue('Assinatura')
  await page.getByRole('button', { name: 'Limpar campos do Item 2' }).click()
  for (const field of ['Tipo de Item', 'Categoria', 'Usuário Responsável', 'Fornecedor']) {
    await expect(listField(second, field)).toHaveValue('')
  }
  await expect(second.getByLabel('Motivo', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Abrir Item 1' }).click()
  await expect(number(page, 1)).toHaveValue('1/26')
})

const sheet = (type: (row: number) => string) =>
  [
    'Nº\tDescrição\tTipo\tCategoria\tMotivo\tValor',
    ...Array.from(
      { length: 30 },
      (_, row) => `${row + 1}/26\tPasta ${row + 1}\t${type(row)}\tInformativo\tArquivo\t9,90`,
    ),
  ].join('\r\n')

// proves 17.43
test('thirty rows of a spreadsheet are pasted, and unknown names wait for a choice', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await page.getByText('Tabela', { exact: true }).click()
  await cell(page, 1, 'Nº do documento').focus()
  await paste(
    page,
    sheet((row) => (row % 2 ? 'Contratto' : 'ofício')),
  )
  await expect(page.getByText('30 linhas coladas. Sem lugar no formulário: Valor.')).toBeVisible()
  await expect(cell(page, 30, 'Descrição')).toHaveValue('Pasta 30')
  await expect(cell(page, 1, 'Tipo de Item')).toHaveValue('Ofício')
  await expect(cell(page, 2, 'Tipo de Item')).toHaveValue('')
  await expect(page.getByText('“Contratto” não está na lista. Escolha uma opção.').first()).toBeVisible()
  await expectAccessible(page, 'the table of items with unknown names')

  // Undone and done again, as cards it is the same form, and it is not sent before the names are known.
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await paste(
    page,
    sheet((row) => (row % 2 ? 'Contratto' : 'ofício')),
  )
  await page.getByText('Cartões', { exact: true }).click()
  await expect(number(page, 2)).toHaveValue('2/26')
  await saveButton(page).click()
  await expect(listField(itemOf(page, 2), 'Tipo de Item')).toBeFocused()
  await expect(page).toHaveURL(/\/protocolos\/novo$/)
  await pick(page, 'Tipo de item para “Contratto”', 'Contrato')
  await expect(page.getByText('“Contratto”')).toHaveCount(0)
  await expect(listField(itemOf(page, 2), 'Tipo de Item')).toHaveValue('Contrato')
  await saveButton(page).click()
  const { items } = await opened(page)
  expect(items).toHaveLength(30)
  expect(items[29]).toMatchObject({ document_number: '30/26', item_type_id: organisation.itemType, reason: 'Arquivo' })
})

// proves 17.43
test('a pasted name that two people have waits for a choice', async ({ browser }) => {
  const [one, other] = await Promise.all(
    ['Ana Paula Reis', 'Ana Paula Reis'].map((name) => organisation.hire(name, 'destination', 'Usuário')),
  )
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await page.getByText('Tabela', { exact: true }).click()
  await cell(page, 1, 'Nº do documento').focus()
  await paste(page, ['Descrição\tTipo\tResponsável', 'Pasta\tContrato\tana paula reis'].join('\r\n'))
  const words = '“ana paula reis” está na lista mais de uma vez. Escolha uma opção.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('1 nome colado está nas listas mais de uma vez')).toBeVisible()
  await expect(cell(page, 1, 'Usuário Responsável')).toHaveValue('')
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/protocolos\/novo$/)
  await expect(page.getByText(words)).toBeVisible()
  await listField(page, 'Responsável para “ana paula reis”').click()
  await page.getByRole('option').filter({ hasText: 'Ana Paula Reis' }).last().click()
  await expect(cell(page, 1, 'Usuário Responsável')).toHaveValue('Ana Paula Reis')
  await saveButton(page).click()
  const { items } = await opened(page)
  expect([one?.id, other?.id]).toContain(items[0].destination_user_id)
})

test('from one unknown name the focus goes on to the next, and then to the items', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await page.getByText('Tabela', { exact: true }).click()
  await cell(page, 1, 'Nº do documento').focus()
  await paste(page, ['Nº\tTipo', '1/26\tContratto', '2/26\tOficcio'].join('\r\n'))
  await listField(page, 'Tipo de item para “Contratto”').focus()
  for (const word of ['contrato', 'ofício']) {
    await page.keyboard.type(word)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    if (word === 'contrato') await expect(listField(page, 'Tipo de item para “Oficcio”')).toBeFocused()
  }
  await expect(cell(page, 1, 'Nº do documento')).toBeFocused()
})

// proves 17.42
test('cards and table show the same form, and the table is used by keyboard', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await number(page, 1).fill('1/26')
  await page.getByText('Tabela', { exact: true }).click()
  await expect(cell(page, 1, 'Nº do documento')).toHaveValue('1/26')
  await pick(page.getByRole('row', { name: 'Item 1', exact: true }), 'Tipo de Item', 'Contrato')
  await cell(page, 1, 'Nº do documento').focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, 'Nº do documento')).toBeFocused()
  await page.keyboard.type('2/26')
  for (const key of ['Enter', 'ArrowUp', 'Tab']) await page.keyboard.press(key)
  await expect(cell(page, 2, 'Descrição')).toBeFocused()
  await page.keyboard.type('pasta da Maria')
  for (const key of ['Tab', 'Control+ArrowUp']) await page.keyboard.press(key)
  await expect(cell(page, 1, 'Tipo de Item')).toBeFocused()
  await page.getByRole('button', { name: 'Remover Item 3' }).click()
  await expect(cell(page, 2, 'Nº do documento')).toBeFocused()
  // The choice is remembered, and a draft or a file is not lost by it.
  await page.getByText('Cartões', { exact: true }).click()
  await expect(itemOf(page, 2).getByLabel('Descrição')).toHaveValue('pasta da Maria')
  await page.getByText('Tabela', { exact: true }).click()
  const sent = await sentForm(page)
  await page.keyboard.press('Tab')
  await cell(page, 2, 'Descrição').press('Control+Enter')
  await opened(page)
  expect(JSON.parse((await sent()).items ?? '')).toMatchObject([
    { document_number: '1/26', description: '' },
    { document_number: '2/26', description: 'pasta da Maria' },
  ])
  await page.goto('/protocolos/novo')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a session that ends gives back a pasted table for several departments', async ({ browser }) => {
  const token = await openSession(organisation.server.url, sender.email, sender.password)
  const page = await pageOf(browser, organisation.server, { token })
  // Without the event stream, which would notice first, the user's next action notices it.
  await withoutEvents(page)
  await page.goto('/protocolos/novo')
  await toLegal(page)
  await page.getByRole('button', { name: 'Enviar para vários departamentos' }).click()
  await pick(page, 'Departamentos de Destino', 'Almoxarifado')
  await page.getByText('Tabela', { exact: true }).click()
  await cell(page, 1, 'Nº do documento').focus()
  // Without numbers, which would be looked up.
  await paste(page, 'Descrição\tTipo\nPasta azul\tContrato\nPasta verde\tContrato')
  await expect(cell(page, 2, 'Tipo de Item')).toHaveValue('Contrato')
  expectFailedCall(page, 'POST', '/api/protocols', 401)
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('malote:token')}` }
    await fetch('/api/auth/logout', { method: 'POST', headers })
  })
  await saveButton(page).click()
  await expect(page).toHaveURL(`${organisation.server.url}/login`)
  await enter(page, sender)
  await expect(page.getByText('Recuperamos o que você estava digitando')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Departamentos escolhidos' }).getByRole('listitem')).toHaveCount(2)
  await expect(cell(page, 2, 'Descrição')).toHaveValue('Pasta verde')
  await expect(cell(page, 2, 'Tipo de Item')).toHaveValue('Contrato')
})

// proves 17.44
test('warns of a number that stands twice or is out already, and sends it nevertheless', async ({ browser }) => {
  const { id } = await organisation.send(sender, { items: [{ document_number: 'FORA/1' }] })
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/search') && calls.push(request.url()))
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await number(page, 1).pressSequentially('fora/1')
  const link = itemOf(page, 1).getByRole('link', { name: `Protocolo #${id}` })
  await expect(link).toHaveAttribute('href', `/protocolos/${id}`)
  expect(calls).toHaveLength(1)
  await number(page, 1).press('Enter')
  await number(page, 2).fill('FORA/1')
  await expect(itemOf(page, 2).getByText('Este número também está no item 1.')).toBeVisible()
  await expectAccessible(page, 'the new form with warnings')
  await saveButton(page).click()
  expect((await opened(page)).items).toHaveLength(2)
})

// proves 17.45
test('one form for several departments says what became of each', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await page.getByRole('button', { name: 'Enviar para vários departamentos' }).click()
  await expect(listField(page, 'Usuário Responsável')).toBeHidden()
  await saveButton(page).click()
  await said(page, 'Escolha pelo menos dois destinos')
  await pick(page, 'Departamentos de Destino', 'Almoxarifado')
  await expect(page.getByText('Almoxarifado não tem pessoas ativas: ninguém poderá receber o protocolo.')).toBeVisible()
  await expectAccessible(page, 'the new form for several departments')
  const { destination, third } = organisation.departments
  const asBefore = await answerWith(page, 'POST', '/api/protocols', 201, {
    protocol_ids: [901],
    errors: [{ destination_department_id: third, message: 'Departamento não encontrado' }],
  })
  const sent = await sentForm(page)
  await saveButton(page).click()
  await expect(page.getByRole('heading', { name: '1 protocolo criado, 1 não enviado' })).toBeFocused()
  expect(JSON.parse((await sent()).destination_department_ids ?? '')).toEqual([destination, third])
  await expect(page.getByRole('listitem').filter({ hasText: 'Protocolo #901 para Jurídico' })).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Almoxarifado: Departamento não encontrado' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Imprimir Protocolo #901' })).toBeVisible()
  await expectAccessible(page, 'the result of several departments')
  await asBefore()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: '2 protocolos criados' })).toBeFocused()
  await page.getByRole('button', { name: 'Criar outro' }).click()
  await expect(page.getByRole('list', { name: 'Departamentos escolhidos' }).getByRole('listitem')).toHaveCount(2)
})

// proves 17.45
test('what could not be sent stays above the next form', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await page.getByRole('button', { name: 'Enviar para vários departamentos' }).click()
  await pick(page, 'Departamentos de Destino', 'Almoxarifado')
  const { third } = organisation.departments
  const asBefore = await answerWith(page, 'POST', '/api/protocols', 201, {
    protocol_ids: [901],
    errors: [{ destination_department_id: third, message: 'Departamento não encontrado' }],
  })
  await saveButton(page).click()
  await page.getByRole('button', { name: 'Criar outro' }).click()
  await expect(number(page, 1)).toBeFocused()
  const refused = page.getByRole('listitem').filter({ hasText: 'Almoxarifado: Departamento não encontrado' })
  await expect(refused).toBeVisible()
  await expect(page.getByRole('button', { name: 'Criar outro' })).toHaveCount(0)
  await asBefore()

  // Neither leaving nor the next protocol loses it.
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Continuar editando' }).click()
  await page.getByRole('button', { name: 'Enviar para um só departamento' }).click()
  await pick(page, 'Departamento de Destino', 'Jurídico')
  await page.getByLabel('Observações').fill('Contratos para assinatura')
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await saveButton(page).click()
  const told = page.getByRole('region', { name: 'Avisos' }).getByText(/^Protocolo #\d+ criado com sucesso!/)
  await expect(told).toBeVisible()
  await expect(refused).toBeVisible()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: '2 protocolos criados' })).toBeFocused()
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/protocolos$/)
})

// proves 17.45
test('several departments get a protocol each, and a description stands wherever the item does', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await pick(itemOf(page, 1), 'Usuário Responsável', manager.name)
  await number(page, 1).fill('VARIOS/1')
  await itemOf(page, 1).getByLabel('Descrição').fill('pasta da Maria Souza')
  await page.getByRole('button', { name: 'Enviar para vários departamentos' }).click()
  await pick(page, 'Departamentos de Destino', 'Almoxarifado')
  await saveButton(page).click()
  await expect(page.getByRole('heading', { name: '2 protocolos criados' })).toBeFocused()
  for (const name of ['Jurídico', 'Almoxarifado']) {
    const words = await page
      .getByRole('listitem')
      .filter({ hasText: `para ${name}` })
      .textContent()
    const sent = await sender.call('GET', `/api/protocols/${/#(\d+)/.exec(words ?? '')?.[1]}`)
    expect(sent).toMatchObject({ destination_department: name, items: [{ description: 'pasta da Maria Souza' }] })
  }
  await page
    .getByRole('link', { name: /^Protocolo #/ })
    .first()
    .click()
  await said(page, 'pasta da Maria Souza')
  await page.goto('/rastreamento?type=document&search=VARIOS/1')
  await said(page, 'pasta da Maria Souza')
})

// proves 17.46
test('saves and creates another between the same departments', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await page.getByLabel('Este protocolo requer devolução de itens').check()
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await itemOf(page, 1).getByLabel('Motivo da Devolução').fill('Assinatura')
  await page.getByRole('button', { name: 'Outras formas de enviar' }).click()
  await page.getByRole('menuitem', { name: 'Salvar e criar outro' }).click()
  const toast = page.getByRole('region', { name: 'Avisos' }).getByText(/^Protocolo #\d+ criado com sucesso!/)
  await expect(toast.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', /\/protocolos\/\d+$/)
  await expect(number(page, 1)).toBeFocused()
  await expect(listField(page, 'Departamento de Destino')).toHaveValue('Jurídico')
  await expect(page.getByLabel('Este protocolo requer devolução de itens')).toBeChecked()
  await expect(page.getByLabel('Observações')).toHaveValue('')
  await expect(listField(itemOf(page, 1), 'Tipo de Item')).toHaveValue('')
  // Nothing is unsaved.
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/protocolos$/)
})

// proves 17.40
test('sends a protocol again from both menus, whatever became of it', async ({ browser }) => {
  const { id } = await organisation.send(sender, {
    requiresReturn: false,
    items: [{ document_number: 'DE-NOVO/1', destination_user_id: manager.id }],
    file: 'Contrato',
  })
  await sender.call('POST', `/api/protocols/${id}/cancel`, { reason: 'Enviado por engano' })
  const page = await openPage(browser, organisation.server, sender, '/protocolos?status=Cancelado')
  const menu = await openRowMenu(page, id)
  await menu.getByRole('menuitem', { name: 'Enviar de novo' }).click()
  await expect(page).toHaveURL(new RegExp(`/protocolos/novo\\?from=${id}$`))
  await expect(page.getByText('contrato.txt')).toBeHidden()
  await page.goto(`/protocolos/${id}`)
  await page.getByRole('link', { name: 'Enviar de novo' }).click()
  await expect(number(page, 1)).toHaveValue('DE-NOVO/1')
  await expect(listField(page, 'Departamento de Destino')).toHaveValue('Jurídico')

  const other = await organisation.send(sender, { requiresReturn: false, items: [{ document_number: 'DE-NOVO/2' }] })
  await page.goto(`/protocolos/novo?from=${other.id}`)
  await expect(number(page, 1)).toHaveValue('DE-NOVO/2')
  await saveButton(page).click()
  const again = await opened(page)
  expect(again).toMatchObject({ remarks: 'Contratos para assinatura' })
  expect(again.id).not.toBe(other.id)

  const outsider = await openPage(browser, organisation.server, manager, `/protocolos/novo?from=${id}`)
  await said(outsider, 'Você só pode enviar protocolos a partir do seu departamento')
  await outsider.getByRole('link', { name: 'Começar em branco' }).click()
  await expect(listField(outsider, 'Departamento de Destino')).toHaveValue('')
})

// proves 17.47
test('what a change of the destination removes is said and can be undone', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos/novo')
  await toLegal(page)
  await pick(itemOf(page, 1), 'Usuário Responsável', manager.name)
  await pick(page, 'Departamento de Destino', 'Recursos Humanos')
  await said(page, '1 responsável foi retirado, porque o departamento de destino mudou.')
  await expect(page.getByText('Recursos Humanos também é a origem: o protocolo não sai do departamento.')).toBeVisible()
  await expect(listField(itemOf(page, 1), 'Usuário Responsável')).toHaveValue('')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(listField(page, 'Departamento de Destino')).toHaveValue('Jurídico')
  await expect(listField(page, 'Departamento de Destino')).toBeFocused()
  await expect(listField(itemOf(page, 1), 'Usuário Responsável')).toHaveValue(manager.name)
})

// proves 17.48
test('a deadline on a holiday says so', async ({ browser }) => {
  const { id } = await organisation.send(sender, { items: [{ document_number: 'PRAZO/1' }] })
  const page = await openPage(browser, organisation.server, sender, `/protocolos/${id}`)
  await itemAction(page, 'PRAZO/1', 'Prorrogar prazo')
  const christmas = new Date().getFullYear() + 1
  await page.getByLabel('Nova data de retorno *').fill(`25/12/${christmas}`)
  await expect(
    page.getByText(new RegExp(`^25/12/${christmas} é .*feriado \\(Natal\\): não é dia útil\\.$`)),
  ).toBeVisible()
})

// proves 17.42
test('on a phone the items are cards, with everything else that sending offers', async ({ browser }) => {
  const page = await openPage(browser, organisation.server, sender, '/protocolos', phone)
  await page.evaluate(() => localStorage.setItem('malote:item-view', 'table'))
  await page.goto('/protocolos/novo')
  await expect(number(page, 1)).toBeVisible()
  await expect(page.getByText('Tabela', { exact: true })).toBeHidden()
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await number(page, 1).fill('1/26')
  await number(page, 1).press('Enter')
  await expect(number(page, 2)).toBeFocused()
  await expect(saveButton(page)).toBeInViewport()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the new form on a phone, with two items')
})
