import { expect } from '@playwright/test'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, pageOf, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { heading, pick } from './support/vocabulary.ts'

const { organisation, admin } = ownOrganisation({ admin: 'helena' })

// proves 2.14.4, 2.14.6, 11.1
test('an Admin reads the help, suggests something, decides on it, and takes a tour that points at what it speaks of', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, admin)
  const title = 'Wm'.repeat(60)
  const suggestions = [{ id: 9, title, description: title, category: 'outro', priority: 'baixa', status: 'pendente' }]
  await answerWith(page, 'GET', '/suggestions/popular', 200, { suggestions })
  await page.goto('/ajuda')
  await expect(page.getByRole('button', { name: `Votar a favor: ${title}` })).toBeVisible()
  await page.getByRole('button', { name: /^Retorno de Itens/ }).click()
  await expect(page.getByRole('heading', { name: 'Lembretes' })).toBeVisible()
  await expectAccessible(page, 'the help centre')
  await page.getByText('Cartões', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Fechar: Retorno de Itens' })).toBeVisible()

  const send = page.getByRole('button', { name: 'Enviar sugestão' })
  const notice = page.getByRole('alert')
  const field = page.getByRole('combobox', { name: 'Categoria' })
  await resize(page, { width: 390, height: 844 })
  await send.click()
  await expect(notice).toHaveText(/Por favor, preencha todos os campos obrigatórios\./)
  await expect(field).toBeFocused()
  // What is missing is hidden neither behind the top bar of a phone nor behind the notice, which may still move.
  const gap = async () => {
    const [above, below] = [await notice.boundingBox(), await field.boundingBox()]
    return above && below && above.y > 0 ? below.y - (above.y + above.height) : -1
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await fitsTheWindow(page)
  await resize(page, { width: 1440, height: 900 })
  await expectAccessible(page, 'the sections as cards, and a suggestion that is not complete')
  await pick(page, 'Categoria', 'Interface')
  await pick(page, 'Prioridade', 'Alta')
  await page.getByLabel('Título').fill('Letras maiores')
  await page.getByLabel('Descrição').fill('Para ler de longe')
  await send.click()
  // Shown once, and announced to screen readers.
  await expect(page.getByRole('status').getByText('Sugestão enviada com sucesso!')).toBeVisible()
  await expect(page.getByText('Sugestão enviada com sucesso!')).toHaveCount(1)
  await expect(notice).toHaveCount(0)

  await page.getByRole('link', { name: 'Avaliar sugestões' }).click()
  const change = page.getByRole('button', { name: 'Alterar situação: Letras maiores' })
  await expect(change).toBeVisible()
  await expectAccessible(page, 'the suggestions of everybody')
  await change.click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, 'Situação', 'Aprovada')
  await dialog.getByLabel('Notas de implementação').fill('Na próxima versão')
  await expectAccessible(page, 'the verdict on a suggestion')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Situação alterada com sucesso!')).toBeVisible()

  await page.getByRole('link', { name: 'Ajuda', exact: true }).click()
  await page.getByRole('button', { name: /^Retorno de Itens/ }).click()
  await page.getByRole('button', { name: 'Ver na tela: Retorno de Itens' }).click()
  await expect(heading(page, 'Retorno de Itens')).toBeVisible()
  const stop = page.getByRole('dialog')
  await expect(stop).toContainText('1 de 4')
  await stop.getByRole('button', { name: 'Próximo' }).click()
  await expect(stop).toContainText('2 de 4')
  await stop.getByRole('button', { name: 'Próximo' }).click()
  await expect(stop).toContainText('Os dois lados')
  await expect(page.locator('.driver-active-element')).toContainText('A receber de volta')
  await page.keyboard.press('Escape')
  await expect(stop).toBeHidden()
})
