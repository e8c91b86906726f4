import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, itemAction } from './support/vocabulary.ts'

const { organisation, sender } = ownOrganisation({ sender: 'ana' })

test('Back asks before it takes what is typed, and does not open again what was closed above a page', async ({
  browser,
}) => {
  const { id } = await organisation.send(sender, { items: [{ document_number: '2/26' }] })
  const page = await openPage(browser, organisation.server, sender, '/protocolos')
  await page.getByRole('link', { name: `#${id}`, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Detalhes do Item' })
  const closePanel = () => panel.getByRole('button', { name: 'Fechar' }).click()
  for (const close of [closePanel, () => page.goBack()]) {
    await page.getByRole('button', { name: '2/26', exact: true }).click()
    await expect(page).toHaveURL(/item=\d+$/)
    await close()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  }

  await page.getByRole('tab', { name: 'Histórico' }).click()
  await page.getByRole('tab', { name: 'Detalhes' }).click()
  await itemAction(page, '2/26', 'Prorrogar prazo')
  const reason = page.getByRole('dialog', { name: 'Prorrogar prazo' }).getByLabel('Motivo *')
  await reason.fill('Aguardando parecer')
  const leaveQuestion = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
  await page.goBack()
  await expectAccessible(page, 'the question before leaving')
  await leaveQuestion.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(reason).toHaveValue('Aguardando parecer')
  // The browser had gone back before it was asked, and returns.
  await expect(page).not.toHaveURL(/tab=historico$/)
  await page.goBack()
  await leaveQuestion.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(reason).toBeHidden()
  await expect(page).toHaveURL(/tab=historico$/)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await page.goBack()
  await expect(heading(page, 'Protocolos')).toBeVisible()

  // A link opens it above a page that was not there before.
  await page.goForward()
  await page.getByRole('button', { name: '2/26', exact: true }).click()
  await page.reload()
  await closePanel()
  await expect(page).toHaveURL(new RegExp(`/protocolos/${id}$`))
  await expect(panel).toBeHidden()
})
