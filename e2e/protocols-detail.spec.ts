import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, holdsItsContent, openPage, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation, type TestOrganisation } from './support/test-organisation.ts'
import { itemAction, menuAction, pick, protocolAction, question } from './support/vocabulary.ts'

const { organisation, sender, manager, colleague } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  colleague: 'debora',
})

const received = async (items: Parameters<TestOrganisation['send']>[1] = {}) => {
  const sent = await organisation.send(sender, items)
  await manager.call('POST', `/api/protocols/${sent.id}/receive`)
  return sent
}

// proves 2.1.3, 2.6.1, 2.6.2, 2.6.3, 2.6.5, 2.6.6, 2.6.7, 7.4.13, 11.22, 14.1, 14.10, 17.64
test('shows a protocol whole: header, path, progress, tabs in the address, items, panel, files', async ({
  browser,
}) => {
  const { id, items } = await received({
    items: [{ document_number: '101/2026' }, { document_number: '102/2026', destination_user_id: colleague.id }],
    file: 'Contrato de prestação de serviços',
  })
  await colleague.call('POST', `/api/protocols/items/${items[1]}/return`)
  const page = await openPage(browser, organisation.server, colleague, `/protocolos/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Protocolo #${id}` })).toBeVisible()
  const header = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(header).toContainText('Em andamento')
  await expect(header).toContainText('Requer Devolução')
  await expect(header).toContainText('1 item não atribuído')
  await expect(page.getByRole('progressbar', { name: 'Itens processados' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByText('1 de 2 itens · 50%')).toBeVisible()
  await expect(page.getByRole('tab')).toContainText(['Detalhes', 'Histórico', 'Comentários'])
  await expect(page.getByText(/^\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}$/).first()).toBeVisible()

  // The items come before the remarks; where it is stands in one line, and the path is no longer repeated.
  const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0
  expect(await top('101/2026')).toBeLessThan(await top('Observações'))
  await expect(header).toContainText(/Em .+ desde \d\d:\d\d · volta até \d\d\/\d\d/)

  await page.getByRole('button', { name: '101/2026', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`item=${items[0]}`))
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByRole('term')).toHaveText([
    'Tipo',
    'Categoria',
    'Fornecedor',
    'Responsável',
    'Data de retorno prevista',
    'Data de retorno efetiva',
    'Código',
  ])
  await expect(panel).toContainText('Não atribuído')
  await expect(panel).toContainText('Assinatura e devolução')
  await expectAccessible(page, 'the item panel')
  // In a wide window it stands beside the items, which stay in use, and K and J move it along them.
  await expect(panel).toBeFocused()
  await expect(page.locator('[class*=overlay i]')).toHaveCount(0)
  const edges = [await page.getByRole('table').boundingBox(), await panel.boundingBox()]
  expect((edges[0]?.x ?? 0) + (edges[0]?.width ?? 0)).toBeLessThanOrEqual(edges[1]?.x ?? 0)
  await page.keyboard.press('j')
  await expect(panel.getByRole('heading', { name: '102/2026' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`item=${items[1]}`))
  await page.keyboard.press('k')
  await expect(panel.getByRole('heading', { name: '101/2026' })).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await panel.getByRole('button', { name: /contrato\.txt/ }).click()
  await expect((await opened).locator('body')).toContainText('Contrato de prestação de serviços')
  await (await opened).close()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: '101/2026', exact: true })).toBeFocused()
  await page.getByRole('button', { name: '102/2026', exact: true }).click()
  await expect(panel).toContainText('Nenhum anexo disponível')
  await expect(panel).toContainText(/\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}/)
  await page.goBack()
  await expect(panel).toBeHidden()

  await page.getByRole('tab', { name: /Histórico/ }).click()
  await expect(page).toHaveURL(/tab=historico$/)
  const steps = page.getByRole('list', { name: 'Histórico do protocolo' }).getByRole('listitem')
  await expect(steps).toContainText(['Protocolo criado', 'Protocolo recebido', 'Item retornado'])
  await expect(steps.locator('svg')).toHaveCount(3)
  await expectAccessible(page, 'the history')
  await page.reload()
  await expect(page.getByRole('tab', { name: /Histórico/ })).toHaveAttribute('aria-selected', 'true')
})

// proves 14.1
test('every dialog of a protocol is accessible, with its errors, and gives the focus back', async ({ browser }) => {
  const { id } = await received({ items: [{ document_number: '1/26' }, { document_number: '2/26' }, {}] })
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`)
  const look = async (what: string, opener: string, button?: string) => {
    const dialog = page.getByRole('dialog').or(question(page))
    await expect(dialog).toBeVisible()
    if (button) await dialog.getByRole('button', { name: button, exact: true }).click()
    await expectAccessible(page, what)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused()
  }
  const ofItem = 'Ações do item 1/26'
  await itemAction(page, '1/26', 'Marcar como Retornado')
  await look('the return dialog', ofItem)
  await itemAction(page, '1/26', 'Atribuir usuário')
  await page.getByRole('combobox', { name: 'Usuário' }).waitFor()
  await look('the assignment dialog', ofItem, 'Atribuir')
  await page.getByRole('button', { name: 'Atribuir em massa' }).click()
  await pick(page.getByRole('dialog'), 'Usuário', manager.name)
  await look('the mass assignment dialog', 'Atribuir em massa')
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await expect(question(page).getByLabel('Motivo do cancelamento *')).toBeFocused()
  await look('the cancellation dialog', 'Cancelar', 'Cancelar protocolo')
  await page.getByRole('button', { name: 'Papéis' }).click()
  await menuAction(page, 'Imprimir etiqueta')
  await page.getByRole('radio', { name: '2', exact: true }).waitFor()
  await look('the label dialog', 'Papéis')
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
  await expectAccessible(page, 'chosen items of a protocol')
  const { code, fingerprint } = await manager.call('GET', `/api/protocols/${id}`)
  await page.goto(`/verificar?codigo=${code}&f=${fingerprint}`)
  await expect(page.getByText('Este papel é autêntico e continua valendo.')).toBeVisible()
  await expectAccessible(page, 'the verification of a paper')

  const pending = await organisation.send(sender, { items: [{ document_number: '1/26' }] })
  await sender.call('POST', `/api/protocols/${pending.id}/comments`, { text: 'Chegou incompleto' })
  const origin = await openPage(browser, organisation.server, sender, `/protocolos/${pending.id}`)
  await protocolAction(origin, 'Redirecionar')
  await origin.getByRole('dialog').getByRole('button', { name: 'Redirecionar' }).click()
  await expectAccessible(origin, 'the redirection')
  await origin.keyboard.press('Escape')
  await origin.getByRole('tab', { name: /Comentários/ }).click()
  await expect(origin.getByText('Chegou incompleto')).toBeVisible()
  await expectAccessible(origin, 'the comments')
  await origin.getByRole('button', { name: 'Excluir comentário' }).click()
  await question(origin).getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(origin.getByText('Nenhum comentário ainda.')).toBeVisible()
  await expect(origin.getByRole('main')).toBeFocused()
})

// proves 14.4
test('the longest numbers stay inside the detail and its dialogs on a phone', async ({ browser }) => {
  // The longest allowed text, without a place to break the line.
  const number = 'CONTRATO'.repeat(7)
  const { id } = await received({ items: [{ document_number: number }, {}] })
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`, phone)
  await page.getByRole('button', { name: number, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  await expect(panel.getByRole('button', { name: 'Marcar como Retornado' })).toBeInViewport()
  await expect(panel.getByText('Não atribuído')).toBeInViewport({ ratio: 1 })
  await holdsItsContent(panel)
  await fitsTheWindow(page)
  await panel.getByRole('button', { name: 'Marcar como Retornado' }).click()
  await expect(question(page)).toContainText(number)
  await holdsItsContent(question(page))
  for (const layer of [question(page), panel]) {
    await page.keyboard.press('Escape')
    await expect(layer).toBeHidden()
  }
  await fitsTheWindow(page)
  await expectAccessible(page, 'the detail on a phone')
  for (const tab of ['Histórico', 'Comentários']) {
    await page.getByRole('tab', { name: tab }).click()
    await fitsTheWindow(page)
  }
})
