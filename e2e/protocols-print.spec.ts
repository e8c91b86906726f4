import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Person } from './support/organisation.ts'
import { pageOf, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { type TestOrganisation, testOrganisation } from './support/test-organisation.ts'
import { menuAction, openRowMenu } from './support/vocabulary.ts'

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let organisation: TestOrganisation
let sender: Person
let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-logo-'))
  const path = join(folder, 'logo.png')
  await writeFile(path, new Uint8Array(logo))
  organisation = await testOrganisation({ ORG_NAME: 'Prefeitura de Ipê do Sul', ORG_LOGO: path })
  sender = await organisation.hire('Ana Beatriz Nogueira', 'origin', 'Usuário')
})

test.afterAll(async () => {
  await organisation.server.stop()
  await rm(folder, { recursive: true })
})

/** The detail page in a browser whose windows record calls of `print` instead of printing. */
async function detailOf(browser: Browser, id: number): Promise<Page> {
  const page = await pageOf(browser, organisation.server, sender)
  await page.context().addInitScript(() => {
    // By the clock of the page that asked for the data: two clocks differ by some tens of milliseconds on a busy machine.
    const { performance } = (window.opener as Window | null) ?? window
    window.print = () => document.documentElement.setAttribute('data-printed-at', String(performance.now()))
  })
  await page.goto(`/protocolos/${id}`)
  return page
}

const print = (page: Page) => page.getByRole('button', { name: 'Imprimir', exact: true }).click()

async function printed(page: Page, act = () => print(page)): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await act()
  const paper = await opened
  await expect(paper.locator('html')).toHaveAttribute('data-printed-at', /\d+/)
  return paper
}

/** When the answer to this call began to arrive, in milliseconds by the clock of the page. */
function answerBeganAt(path: string) {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return calls.find(({ name }) => name.endsWith(path))?.responseStart
}

async function pagesOf(paper: Page): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await paper.pdf({ preferCSSPageSize: true })))
  return (await extractText(pdf)).text.map((text) => text.replace(/\s+/g, ' '))
}

/** A protocol of so many items. */
async function sendMany(count: number) {
  const documents = Array.from({ length: count }, (_, index) => `DOC-${index + 1}/2026`)
  const { id } = await organisation.send(sender, {
    items: documents.map((document_number) => ({ document_number })),
  })
  return { id, documents }
}

/** Expects these documents on about so many pages, each with its number and the head of the table. */
async function expectPages(paper: Page, id: number, documents: string[], pages: number) {
  const texts = await pagesOf(paper)
  expect(Math.abs(texts.length - pages)).toBeLessThanOrEqual(pages / 5)
  for (const [index, text] of texts.entries()) {
    expect(text).toContain(`Página ${index + 1} de ${texts.length}`)
    expect(text).toContain(`Protocolo #${id}`)
    if (text.includes('DOC-')) expect(text).toContain('Nº documento Tipo Categoria Data de retorno')
  }
  const all = texts.join(' ')
  for (const [index, name] of documents.entries())
    expect(all).toContain(`Item ${index + 1} de ${documents.length} ${name}`)
  // A page break does not separate the signatures: both are on the last page.
  expect(texts.at(-1)).toContain('Assinatura do remetente')
  expect(texts.at(-1)).toContain('Assinatura do destinatário')
}

// proves 1.9, 7.4.6, 9.5, 14.12, 17.65, 22.12
test('prints a departure form of one page after half a second, without broken words, and one of three pages', async ({
  browser,
}) => {
  const key = '35261112345678000195550010000012341000012345'
  const description = 'Caixa-arquivo 77 da prateleira B, conferir o lacre '.repeat(3).trim()
  const items = [{ document_number: '101/2026' }, { document_number: key, description }]
  const { id } = await organisation.send(sender, { items, remarks: 'Levar em mãos' })
  const page = await detailOf(browser, id)
  const paper = await printed(page)
  const answeredAt = await page.evaluate(answerBeganAt, `/api/protocols/${id}/print`)
  const printedAt = Number(await paper.locator('html').getAttribute('data-printed-at'))
  expect(printedAt - Number(answeredAt)).toBeGreaterThanOrEqual(500)

  await expect(paper).toHaveTitle(`Protocolo #${id}`)
  await expect(paper.getByRole('columnheader')).toHaveText(['Nº documento', 'Tipo', 'Categoria', 'Data de retorno'])
  await expect(paper.getByRole('row').nth(1)).toContainText(/101\/2026Contrato ?Trabalhista\d{2}\/\d{2}\/\d{4}/)
  const picture = paper.locator('header img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}/
  const address = new RegExp(`^Código QR: ${organisation.server.url}/q/${code.source}\\?f=[0-9a-f]{8}$`)
  await expect(paper.getByRole('img', { name: address })).toBeVisible()
  await expect(paper.getByText(new RegExp(`^${code.source} · [0-9a-f]{8}$`))).toBeVisible()

  const [only, ...more] = await pagesOf(paper)
  expect(more).toEqual([])
  for (const words of [
    'Prefeitura de Ipê do Sul',
    'Protocolo de Saída',
    `Protocolo #${id}`,
    'Recursos Humanos',
    'Ana Beatriz Nogueira',
    'Jurídico',
    'Este protocolo requer devolução dos itens.',
    'Levar em mãos',
    'Assinatura do remetente',
    'Assinatura do destinatário',
    'Data: ____/____/________',
    'Página 1 de 1',
    'Item 1 de 2',
    'Devolução até',
  ]) {
    expect(only).toContain(words)
  }
  expect(only).toMatch(/remetente/i)
  expect(only).toMatch(/destinatário/i)

  // Neither a 44-digit key nor a long description breaks the words of other cells.
  await paper.emulateMedia({ media: 'print' })
  // The width of the paper between its margins.
  await resize(paper, { width: 673, height: 960 })
  const linesOf = (cells: Element[]) =>
    cells.map((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return [cell.textContent, new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size]
    })
  const cells = await paper.locator('tbody td:nth-child(2), tbody td:nth-child(3)').evaluateAll(linesOf)
  const row = [
    ['Contrato', 1],
    ['Trabalhista', 1],
  ]
  expect(cells).toEqual([...row, ...row])

  // The page that the browser itself prints has no buttons.
  const buttons = page.getByRole('button')
  const due = /^\d{2}\/\d{2}\/\d{4}$/
  await page.emulateMedia({ media: 'print' })
  // The number of a document opens its panel, its due date an explanation; on paper they are text.
  await expect(buttons.filter({ visible: true })).toHaveText(['101/2026', due, key, due])
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('tab').first()).toBeHidden()
  for (const [index, text] of (await pagesOf(page)).entries()) {
    expect(text).toContain(`Protocolo #${id}`)
    expect(text).toContain(`Página ${index + 1} de `)
  }

  await page.emulateMedia({ media: 'screen' })
  const many = await sendMany(60)
  await page.getByRole('link', { name: 'Protocolos', exact: true }).click()
  await openRowMenu(page, many.id)
  await expectPages(await printed(page, () => menuAction(page, 'Imprimir')), many.id, many.documents, 3)
})

// proves 14.12, 17.65
test('prints 490 items on about 20 pages, as a few', { tag: '@long' }, async ({ browser }) => {
  const { id, documents } = await sendMany(490)
  await expectPages(await printed(await detailOf(browser, id)), id, documents, 20)
})

test('keeps dates and headings whole beside the longest names', { tag: '@long' }, async ({ browser }) => {
  const { id } = await organisation.send(sender)
  const page = await detailOf(browser, id)
  const name = 'Wm'.repeat(60)
  const item = { id: 1, document_number: name.slice(0, 60), item_type: name, category: name, return_date: '2026-11-25' }
  await page.route(`**/api/protocols/${id}/print`, async (route) => {
    const answer = await (await route.fetch()).json()
    const protocol = { ...answer.protocol, origin_department: name, origin_user: name, destination_department: name }
    await route.fulfill({ json: { protocol, items: [item] } })
  })
  const paper = await printed(page)
  const sheet = paper.getByRole('main')
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const [only] = await pagesOf(paper)
  expect(only).toContain('Nº documento Tipo Categoria Data de retorno')
  expect(only).toContain('25/11/2026')
})
