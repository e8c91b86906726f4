import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, holdsItsContent, openPage, phone, resize, statusSays } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { itemAction, menuAction, pick, question } from './support/vocabulary.ts'

const { organisation, sender, manager, colleague } = ownOrganisation({
  sender: 'ana',
  manager: 'carlos',
  colleague: 'debora',
})

// proves 2.1.3, 2.6.1, 2.6.2, 2.6.3, 2.6.5, 2.6.6, 2.6.7, 7.4.13, 11.22, 14.1, 14.4, 14.6, 14.10, 17.64
test('a Gestor sees a protocol whole, with its panel, tabs, dialogs and files, and on a phone, and the focus stays in it', async ({
  browser,
}) => {
  // The longest allowed text, without a place to break the line.
  const longest = 'CONTRATO'.repeat(7)
  const { id, items } = await organisation.send(sender, {
    items: [
      { document_number: '101/2026' },
      { document_number: '102/2026', destination_user_id: colleague.id },
      { document_number: longest },
    ],
    file: 'Contrato de prestação de serviços',
  })
  const page = await openPage(browser, organisation.server, manager, `/protocolos/${id}`)
  const header = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  const documentButton = (name: string) => page.getByRole('button', { name, exact: true })
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })

  await test.step('what a button or a dialog did leaves the focus in the page', async () => {
    await page.getByRole('button', { name: 'Receber', exact: true }).press('Enter')
    await statusSays(page, 'Protocolo recebido com sucesso!')
    await expect(page.getByRole('main')).toBeFocused()
    await itemAction(page, '102/2026', 'Marcar como Retornado')
    await expect(question(page).getByRole('button', { name: 'Marcar como Retornado' })).toBeFocused()
    await expectAccessible(page, 'the return dialog')
    await page.keyboard.press('Enter')
    await statusSays(page, 'Item retornado com sucesso!')
  })

  await test.step('the header, the progress and the items say what the contract asks', async () => {
    await expect(page.getByRole('heading', { level: 1, name: `Protocolo #${id}` })).toBeVisible()
    await expect(header).toContainText('Em andamento')
    await expect(header).toContainText('Requer Devolução')
    await expect(header).toContainText('2 itens não atribuídos')
    await expect(page.getByRole('progressbar', { name: 'Itens processados' })).toHaveAttribute('aria-valuenow', '33')
    await expect(page.getByText('1 de 3 itens · 33%')).toBeVisible()
    await expect(page.getByRole('tab')).toContainText(['Detalhes', 'Histórico', 'Comentários'])
    await expect(page.getByText(/^\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}$/).first()).toBeVisible()
    // The items come before the remarks; where it is stands in one line, and the path is no longer repeated.
    const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0
    expect(await top('101/2026')).toBeLessThan(await top('Observações'))
    await expect(header).toContainText(/Em .+ desde \d\d[:/]\d\d · volta até \d\d\/\d\d/)
  })

  await test.step('in a wide window the panel stands beside the items, and K and J move it along them', async () => {
    await documentButton('101/2026').click()
    await expect(page).toHaveURL(new RegExp(`item=${items[0]}`))
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
    await expect(documentButton('101/2026')).toBeFocused()
    await documentButton('102/2026').click()
    await expect(panel).toContainText('Nenhum anexo disponível')
    await expect(panel).toContainText(/\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2}/)
    await page.goBack()
    await expect(panel).toBeHidden()
  })

  await test.step('every dialog is accessible, with its errors, and gives the focus back', async () => {
    const look = async (what: string, opener: string, button?: string) => {
      const dialog = page.getByRole('dialog').or(question(page))
      await expect(dialog).toBeVisible()
      if (button) await dialog.getByRole('button', { name: button, exact: true }).click()
      await expectAccessible(page, what)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused()
    }
    await itemAction(page, '101/2026', 'Atribuir usuário')
    await page.getByRole('combobox', { name: 'Usuário' }).waitFor()
    await look('the assignment dialog', 'Ações do item 101/2026', 'Atribuir')
    await page.getByRole('button', { name: 'Atribuir em massa' }).click()
    await pick(page.getByRole('dialog'), 'Usuário', manager.name)
    await look('the mass assignment dialog', 'Atribuir em massa')
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await expect(question(page).getByLabel('Motivo do cancelamento *')).toBeFocused()
    await look('the cancellation dialog', 'Cancelar', 'Cancelar protocolo')
    await page.getByRole('button', { name: 'Papéis' }).click()
    await menuAction(page, 'Etiqueta do protocolo')
    await page.getByRole('radio', { name: '2', exact: true }).waitFor()
    await look('the label dialog', 'Papéis')
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
    await expectAccessible(page, 'chosen items of a protocol')
  })

  await test.step('the history and the comments are tabs, in the address', async () => {
    await page.getByRole('tab', { name: /Histórico/ }).click()
    await expect(page).toHaveURL(/tab=historico$/)
    const steps = page.getByRole('list', { name: 'Histórico do protocolo' }).getByRole('listitem')
    await expect(steps).toContainText(['Protocolo criado', 'Protocolo recebido', 'Item retornado'])
    await expect(steps.locator('svg')).toHaveCount(3)
    await expectAccessible(page, 'the history')
    await page.getByRole('tab', { name: /Comentários/ }).click()
    await page.getByLabel('Novo comentário').fill('Chegou incompleto')
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Lista de comentários' })).toContainText('Chegou incompleto')
    await expectAccessible(page, 'the comments')
    await page.getByRole('button', { name: 'Excluir comentário' }).click()
    await question(page).getByRole('button', { name: 'Excluir', exact: true }).click()
    await expect(page.getByText('Nenhum comentário ainda.')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the longest number stays inside of everything on a phone', async () => {
    await resize(page, phone.viewport)
    await page.getByRole('tab', { name: /Detalhes/ }).click()
    await documentButton(longest).click()
    await expect(panel.getByRole('button', { name: 'Marcar como Retornado' })).toBeInViewport()
    await expect(panel.getByText('Não atribuído')).toBeInViewport({ ratio: 1 })
    await holdsItsContent(panel)
    await fitsTheWindow(page)
    await panel.getByRole('button', { name: 'Marcar como Retornado' }).click()
    await expect(question(page)).toContainText(longest)
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

  const { code, fingerprint } = await manager.call('GET', `/api/protocols/${id}`)
  await page.goto(`/verificar?codigo=${code}&f=${fingerprint}`)
  await expect(page.getByText('Este papel é autêntico e continua valendo.')).toBeVisible()
  await expectAccessible(page, 'the verification of a paper')
})
