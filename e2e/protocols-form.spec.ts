import { type Browser, expect, type Page } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { expectAlert, fitsTheWindow, openPage, pageOf, phone, sentForm } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { chooseFile, itemOf, listField, pick, protocolAction, said, saveButton } from './support/vocabulary.ts'

const { organisation, sender, manager } = ownOrganisation({ sender: 'ana', manager: 'carlos' })

const open = (browser: Browser) => openPage(browser, organisation.server, sender, '/protocolos/novo')
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
const paste = (page: Page, lines: string[]) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, lines.join('\r\n'))

// proves 2.7.3, 2.7.4, 2.7.5, 3.11, 17.45
test('a sender fills in a form, and sends it once, with a file, and another one to several departments', async ({
  browser,
}) => {
  const page = await open(browser)
  await page.getByLabel('Este protocolo requer devolução de itens').check()
  await saveButton(page).click()
  await said(page, 'Tipo de item é obrigatório')
  await expect(listField(page, 'Departamento de Destino')).toBeFocused()
  await expectAccessible(page, 'the new form with errors')
  await toLegal(page)
  const first = itemOf(page, 1)
  await pick(first, 'Tipo de Item', 'Contrato')
  await first.getByLabel('Motivo da Devolução').fill('Assinatura')
  await number(page, 1).fill('101/2026')
  await pick(first, 'Categoria', 'Trabalhista')
  await expect(first).toContainText(/Data de retorno: \d{2}\/\d{2}\/\d{4}/)
  const due = /Data de retorno: (\d{2})\/(\d{2})\/(\d{4})/.exec((await first.textContent()) ?? '')
  await pick(first, 'Usuário Responsável', manager.name)
  await expect(first.locator('input[type=file]')).toHaveAttribute(
    'accept',
    '.pdf,.doc,.docx,.jpg,.jpeg,.png,.txt,.xls,.xlsx',
  )
  await chooseFile(first, 'contrato.txt', 'Contrato\n'.repeat(200_000))
  await page.getByRole('button', { name: 'Adicionar Item' }).click()
  await expect(number(page, 2)).toBeFocused()
  await expect(page.getByText(`2 itens · devolução até ${due?.[0].slice(-10)}`)).toBeVisible()
  await itemOf(page, 2).getByLabel('Motivo da Devolução').fill('Conferência')

  // A slow connection, so the percentages are visible; until they have been seen.
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const upload = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    })
  await upload(30_000)
  const sent = await sentForm(page)
  await saveButton(page).dblclick()
  await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible()
  await expect(page.getByText(/enviando \d+%/)).toBeVisible()
  await upload(-1)
  await opened(page)
  expect((await sender.call('GET', '/api/protocols')).meta.total).toBe(1)

  const { items, ...fields } = await sent()
  expect(fields).toEqual({
    remarks: 'Contratos para assinatura',
    origin_department_id: String(organisation.departments.origin),
    destination_department_id: String(organisation.departments.destination),
    requires_return: 'true',
    attachment_0: 'contrato.txt',
  })
  const return_date = `${due?.[3]}-${due?.[2]}-${due?.[1]}`
  expect(JSON.parse(items ?? '')).toMatchObject([
    {
      document_number: '101/2026',
      item_type_id: organisation.itemType,
      category_id: organisation.category,
      destination_user_id: manager.id,
      reason: 'Assinatura',
      return_date,
      has_attachment: true,
    },
    { reason: 'Conferência', return_date, has_attachment: false },
  ])
  await protocolAction(page, 'Redirecionar')
  await page.getByRole('dialog').getByRole('button', { name: 'Redirecionar' }).click()
  await expectAccessible(page, 'the redirection')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('n')
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await page.getByRole('button', { name: 'Enviar para vários departamentos' }).click()
  await pick(page, 'Departamentos de Destino', 'Almoxarifado')
  await expectAccessible(page, 'the new form for several departments')
  await saveButton(page).click()
  await expect(page.getByRole('heading', { name: '2 protocolos criados' })).toBeFocused()
  await expectAccessible(page, 'the result of several departments')
})

// proves 2.7.6, 17.42, 17.43
test('the table of items is used by keyboard, remembered and pasted into, and its cards lead to their errors', async ({
  browser,
}) => {
  const page = await open(browser)
  await toLegal(page)
  await number(page, 1).fill('71/28')
  await page.getByText('Tabela', { exact: true }).click()
  await expect(cell(page, 1, 'Nº do documento')).toHaveValue('71/28')
  await pick(page.getByRole('row', { name: 'Item 1', exact: true }), 'Tipo de Item', 'Contrato')
  await cell(page, 1, 'Nº do documento').focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, 2, 'Nº do documento')).toBeFocused()
  await page.keyboard.type('72/28')
  for (const key of ['Enter', 'ArrowUp', 'Tab']) await page.keyboard.press(key)
  await expect(cell(page, 2, 'Descrição')).toBeFocused()
  await page.keyboard.type('pasta da Maria')
  for (const key of ['Tab', 'Control+ArrowUp']) await page.keyboard.press(key)
  await expect(cell(page, 1, 'Tipo de Item')).toBeFocused()
  await page.getByRole('button', { name: 'Remover Item 3' }).click()
  await expect(cell(page, 2, 'Nº do documento')).toBeFocused()
  await page.getByText('Cartões', { exact: true }).click()
  await expect(itemOf(page, 2).getByLabel('Descrição')).toHaveValue('pasta da Maria')
  await page.getByText('Tabela', { exact: true }).click()
  await page.keyboard.press('Tab')
  await cell(page, 2, 'Descrição').press('Control+Enter')
  expect((await opened(page)).items).toMatchObject([
    { document_number: '71/28' },
    { document_number: '72/28', description: 'pasta da Maria' },
  ])

  await page.goto('/protocolos/novo')
  await expect(page.getByRole('row')).toHaveCount(2)
  await toLegal(page)
  await cell(page, 1, 'Nº do documento').focus()
  const rows = Array.from({ length: 14 }, (_, row) => `${row + 1}/26\t${row % 2 ? 'Contratto' : 'Oficcio'}`)
  await paste(page, ['Nº\tTipo', ...rows.slice(0, 2)])
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectAccessible(page, 'the table of items with unknown names')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await paste(page, ['Nº\tTipo', ...rows])

  // As cards it is the same form, drawn where one looks, and it is not sent before the names are known.
  await page.getByText('Cartões', { exact: true }).click()
  await expect(number(page, 2)).toHaveValue('2/26')
  await expect(number(page, 13)).toHaveCount(0)
  await saveButton(page).click()
  await expect(listField(itemOf(page, 1), 'Tipo de Item')).toBeFocused()
  // From one unknown name the focus goes on to the next, and then to the items.
  await listField(page, 'Tipo de item para “Oficcio”').focus()
  for (const word of ['ofício', 'contrato']) {
    await page.keyboard.type(word)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    if (word === 'ofício') await expect(listField(page, 'Tipo de item para “Contratto”')).toBeFocused()
  }
  await expect(number(page, 1)).toBeFocused()

  await page.getByRole('button', { name: 'Recolher Item 1', exact: true }).click()
  await expect(itemOf(page, 1)).toContainText('1/26 · Ofício')
  await expect(number(page, 1)).toBeHidden()
  await itemOf(page, 13).scrollIntoViewIfNeeded()
  await number(page, 13).fill('13/27')
  const errors = { 'items.2.reason': 'Diga por quê' }
  const asBefore = await answerWith(page, 'POST', '/api/protocols', 400, { message: 'Verifique', code: 'X', errors })
  await saveButton(page).click()
  await expectAlert(page, 'Verifique')
  await expect(itemOf(page, 3).getByText('Diga por quê')).toBeInViewport()
  asBefore()
  await saveButton(page).click()
  const { items } = await opened(page)
  expect(items).toHaveLength(14)
  expect([items[0], items[12], items[13]].map((item) => item.document_number)).toEqual(['1/26', '13/27', '14/26'])
})

// proves 14.4, 17.42, 17.68
test('on a phone the items are cards, a photo is taken for one and seen, and both forms fit', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender, phone)
  await page.addInitScript(() => localStorage.setItem('malote:item-view', 'table'))
  await page.goto('/protocolos/novo')
  await expect(number(page, 1)).toBeVisible()
  await expect(page.getByText('Tabela', { exact: true })).toBeHidden()
  await toLegal(page)
  await pick(itemOf(page, 1), 'Tipo de Item', 'Contrato')
  await number(page, 1).fill('1/26')
  await number(page, 1).press('Enter')
  await number(page, 2).fill('1/26')
  const second = itemOf(page, 2)
  await expect(second.getByText('Este número também está no item 1.')).toBeVisible()
  const camera = page.waitForEvent('filechooser')
  await second.getByRole('button', { name: 'Tirar foto' }).click()
  const photo = await page.screenshot()
  await (await camera).setFiles({ name: 'foto.png', mimeType: 'image/png', buffer: photo })
  await expect(second.getByText('foto.png')).toBeVisible()
  const thumbnail = second.getByRole('group', { name: 'Anexo' }).locator('img')
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(saveButton(page)).toBeInViewport()
  await fitsTheWindow(page)
  await expectAccessible(page, 'the new form on a phone, with a photo, two items and a warning')
  await second.getByRole('button', { name: 'Remover foto.png' }).click()
  await expect(thumbnail).toHaveCount(0)
  await saveButton(page).click()
  await opened(page)
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(number(page, 2)).toHaveValue('1/26')
  await expect(saveButton(page)).toBeInViewport()
  await fitsTheWindow(page)
})
