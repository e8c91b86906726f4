import { expect, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { expectHighlighted, itemOf, listField } from './support/vocabulary.ts'

const { organisation, sender } = ownOrganisation({ sender: 'ana' }, { UPLOAD_MAX_MB: '1' })

test.beforeAll(async () => {
  await organisation.admin('POST', '/api/item-types', { type_name: 'Contrato social' })
})

const supplierName = 'Papelaria Ipê Ltda. (11.222.333/0001-81)'
const number = (page: Page, item: number) => itemOf(page, item).getByLabel('Nº do documento')

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

// proves 2.7.6, 14.6, 14.7, 17.41, 17.49
test('the keyboard chooses from lists and files and sends nothing by it, sends twelve documents with 130 presses, and goes back', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, sender)
  await test.step('what is typed before the options are there is taken when they come', async () => {
    const answer = await holdBack(page, 'GET', '/api/departments')
    await page.goto('/protocolos/novo')
    const destination = listField(page, 'Departamento de Destino')
    await destination.focus()
    await page.keyboard.type('jur')
    await press(page, 'Tab')
    answer()
    await expect(destination).toHaveValue('Jurídico')
    await expect(page.getByLabel('Este protocolo requer devolução de itens')).toBeFocused()
  })
  await test.step('what is highlighted is what Enter, Tab and leaving take, and none of them sends the form', async () => {
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
    await page.keyboard.type('11222333')
    await press(page, 'Tab')
    // One Tab, like any other field.
    await expect(listField(page, 'Usuário Responsável')).toBeFocused()
    await expect(supplier).toHaveValue(supplierName)
    await press(page, 'Shift+Tab', 'Control+a', 'Delete', 'Tab')
  })
  await test.step('a file is judged when it is chosen, and the focus stays with it', async () => {
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
    const many = Array.from({ length: 50 }, (_, id) => ({
      ...{ id: id + 1, name: `Fornecedor ${id}`, cnpj: '11222333000181' },
    }))
    await answerWith(page, 'GET', '/api/suppliers/search', 200, many)
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await heightOf()
    await page.getByLabel('Fornecedor').focus()
    await typeAndFind(page, 'fornecedor', 50)
    expect(await heightOf()).toBe(before)
  })
  await page.getByRole('link', { name: 'Protocolos', exact: true }).click()
  await page.getByRole('button', { name: 'Sair sem salvar' }).click()

  // A scanner sends twelve documents without a mouse.
  await page.getByRole('link', { name: 'Novo Protocolo' }).first().click()
  await expect(listField(page, 'Departamento de Destino')).toBeFocused()
  let count = 0
  const counted = async (...keys: string[]) => {
    await press(page, ...keys)
    count += keys.length
  }
  // A scanner types without pauses; each letter is a press.
  const type = async (text: string) => {
    await page.keyboard.type(text)
    count += text.length
  }
  await type('jur')
  await expect(page.getByRole('option')).toHaveCount(1)
  // The first Enter takes the option, the second goes on.
  await counted('Enter', 'Enter', 'Space', 'Enter')
  await type('ofi')
  await expect(page.getByRole('option')).toHaveCount(1)
  await counted('Enter', 'Enter')
  await expect(number(page, 1)).toBeFocused()
  await type('101/26')
  await counted('Enter', 'Enter', 'Enter')
  await expect(itemOf(page, 1).getByLabel('Motivo da Devolução')).toBeFocused()
  await type('Assinatura')
  await counted('Enter')
  const numbers = Array.from({ length: 12 }, (_, index) => `${index + 101}/26`)
  for (const scanned of numbers.slice(1)) {
    await type(scanned)
    await counted('Enter')
  }
  await expect(number(page, 13)).toBeFocused()
  await expect(itemOf(page, 13)).toContainText('vazio, não será enviado')
  await expect(itemOf(page, 1)).toContainText('101/26 · Ofício')
  await expect(page.getByText(/^12 itens/)).toBeVisible()
  // Enter in the empty item adds no other one: the list ends.
  await counted('Enter')
  await expect(itemOf(page, 14)).toBeHidden()
  await expect(page.getByLabel('Observações')).toBeFocused()
  await type('Contratos')
  await expectAccessible(page, 'the new form with folded items')
  await counted('Control+Enter')
  await expect(page.getByRole('row')).toHaveCount(13)
  expect(count).toBeLessThanOrEqual(130)
  const { items } = await sender.call('GET', new URL(page.url()).pathname.replace('/protocolos', '/api/protocols'))
  expect(items.map((item: { document_number: string }) => item.document_number)).toEqual(numbers)
  expect(items[11]).toMatchObject({ reason: 'Assinatura' })

  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Observações').fill('Três contratos sociais')
  await press(page, 'Control+Enter')
  await expect(page).toHaveURL(/\/protocolos\/\d+$/)
  await expect(page.getByRole('tabpanel', { name: 'Detalhes' })).toContainText('Três contratos sociais')
  await page.goBack()
  await expect(page).toHaveURL(/\/protocolos$/)
})
