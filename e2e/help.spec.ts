import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { answerWith } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, pageOf, phone } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { pick } from './support/vocabulary.ts'

const support = { SUPPORT_EMAIL: 'suporte@malote.test', SUPPORT_PHONE: '(11) 4000-1234' }
const { organisation, sender, admin } = ownOrganisation({ sender: 'ana', admin: 'helena' }, support)

async function open(page: Page) {
  await page.goto('/ajuda')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

// proves 2.1.4, 2.14.1, 2.14.2, 2.14.3, 2.14.4, 7.8.4, 9.16
test('answers questions: search, list and cards, favourites, manual and guided tour', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  const popular = page.waitForRequest(/\/suggestions\/popular\?limit=5$/)
  await open(page)
  await popular
  await expect(page.getByRole('heading', { name: 'Central de Ajuda' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'suporte@malote.test' })).toBeVisible()
  await expect(page.getByText('Segunda a sexta, 8h-18h')).toBeVisible()
  await expect(page.getByText('Resposta em até 24 horas úteis')).toBeVisible()
  await expectAccessible(page, 'the help centre')

  const search = page.getByRole('searchbox', { name: 'Buscar na ajuda' })
  await search.fill('cnpj')
  await expect(page.getByText('1 resultado encontrado')).toBeVisible()
  await search.fill('')
  await search.pressSequentially('itens')
  await expect(search).toHaveValue('itens')
  await expect(page).toHaveURL(/search=itens/)
  await search.fill('')
  await page.getByRole('button', { name: /^Retorno de Itens/ }).click()
  await expect(page.getByRole('heading', { name: 'Lembretes' })).toBeVisible()

  await page.getByRole('button', { name: 'Favorito: Relatórios' }).click()
  await page.getByText('Cartões', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Relatórios')
  await expectAccessible(page, 'the sections as cards')
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Relatórios')
  await expect(page.getByRole('button', { name: 'Favorito: Relatórios' })).toHaveAttribute('aria-pressed', 'true')

  // The server makes it for the first who asks.
  const manual = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'Baixar manual (PDF)' }).click()
  const { text, totalPages } = await extractText(
    await getDocumentProxy(new Uint8Array(await readFile(await (await manual).path()))),
  )
  expect(totalPages).toBeGreaterThan(6)
  expect(text.join(' ')).toContain('Como a data de retorno é calculada')

  await page.getByRole('button', { name: 'Ler: Relatórios' }).click()
  await page.getByRole('button', { name: 'Ver na tela: Relatórios' }).click()
  await expect(page).toHaveURL(/relatorios/)
  const stop = page.getByRole('dialog')
  await expect(stop).toContainText('1 de 5')
  await page.keyboard.press('Escape')
  await expect(stop).toBeHidden()

  // A tour points at what it speaks of.
  await open(page)
  await page.getByRole('button', { name: /^Retorno de Itens/ }).click()
  await page.getByRole('button', { name: 'Ver na tela: Retorno de Itens' }).click()
  await expect(stop).toContainText('1 de 4')
  await stop.getByRole('button', { name: 'Próximo' }).click()
  await expect(stop).toContainText('2 de 4')
  await stop.getByRole('button', { name: 'Próximo' }).click()
  await expect(stop).toContainText('Os dois lados')
  await expect(page.locator('.driver-active-element')).toContainText('A receber de volta')
})

// proves 2.14.5, 2.14.6, 11.1
test('a suggestion is sent, and its author sees the Admin’s verdict', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, sender)
  await open(page)
  await page.getByRole('button', { name: 'Enviar sugestão' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Por favor, preencha todos os campos obrigatórios\./)
  await expect(page.getByRole('combobox', { name: 'Categoria' })).toBeFocused()
  await expect(page.getByLabel('Título')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Benefício esperado')).not.toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a suggestion that is not complete')
  await pick(page, 'Categoria', 'Interface')
  await pick(page, 'Prioridade', 'Alta')
  await page.getByLabel('Título').fill('Letras maiores')
  await page.getByLabel('Descrição').fill('Para ler de longe')
  await page.getByRole('button', { name: 'Enviar sugestão' }).click()
  // Shown once, and announced to screen readers.
  await expect(page.getByRole('status').getByText('Sugestão enviada com sucesso!')).toBeVisible()
  await expect(page.getByText('Sugestão enviada com sucesso!')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)

  const judge = await pageOf(browser, organisation.server, admin)
  await open(judge)
  await judge.getByRole('link', { name: 'Avaliar sugestões' }).click()
  await expect(judge.getByRole('button', { name: 'Alterar situação: Letras maiores' })).toBeVisible()
  await expectAccessible(judge, 'the suggestions of everybody')
  await judge.getByRole('button', { name: 'Alterar situação: Letras maiores' }).click()
  const dialog = judge.getByRole('dialog')
  await pick(dialog, 'Situação', 'Aprovada')
  await dialog.getByLabel('Notas de implementação').fill('Na próxima versão')
  await expectAccessible(judge, 'the verdict on a suggestion')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(judge.getByText('Situação alterada com sucesso!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Aprovada')).toBeVisible()
})

test('what is missing in a suggestion is hidden neither behind the top bar of a phone nor behind the notice', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, sender, { ...phone, viewport: { width: 390, height: 844 } })
  await open(page)
  await page.getByRole('button', { name: 'Enviar sugestão' }).tap()
  const field = page.getByRole('combobox', { name: 'Categoria' })
  await expect(field).toBeFocused()
  // The notice, too, may still move.
  const gap = async () => {
    const [notice, below] = [await page.getByRole('alert').boundingBox(), await field.boundingBox()]
    return notice && below && notice.y > 0 ? below.y - (notice.y + notice.height) : -1
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)

  const title = 'Wm'.repeat(60)
  const suggestions = [{ id: 9, title, description: title, category: 'outro', priority: 'baixa', status: 'pendente' }]
  await answerWith(page, 'GET', '/suggestions/popular', 200, { suggestions })
  await page.reload()
  await expect(page.getByRole('button', { name: `Votar a favor: ${title}` })).toBeVisible()
  await fitsTheWindow(page)
})
