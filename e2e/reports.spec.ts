import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { expectAccessible } from './support/axe.ts'
import { becomePhone, openPage } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { pick } from './support/vocabulary.ts'

const { organisation, sender } = ownOrganisation({ sender: 'ana' })

test.beforeAll(async () => {
  for (const remarks of ['Contratos', 'Notas fiscais', 'Crachás']) {
    const { id } = await organisation.send(sender, { remarks, requiresReturn: false })
    if (remarks === 'Crachás') await sender.call('POST', `/api/protocols/${id}/cancel`, { reason: 'Engano' })
  }
})

const row = (page: Page, label: string) => page.getByRole('row', { name: new RegExp(`^${label}`) }).last()

// proves 2.1.4, 2.11.1, 2.11.2, 2.11.5, 14.8
test('the numbers, the chart and the details are real files, follow the filters, and are explained on a phone too', async ({
  browser,
}) => {
  const page = await openPage(browser, organisation.server, sender, '/relatorios')
  await expect(page.getByRole('heading', { name: 'Relatórios', exact: true })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('3')
  await expect(page.getByRole('heading', { name: 'Dados Detalhados' })).toBeVisible()
  await expect(row(page, 'Pendente')).toContainText('66,7%')
  await expect(page.getByRole('combobox', { name: 'Período' })).toHaveValue('Último Mês')
  await expect(page.getByRole('combobox', { name: 'Tipo de Relatório' })).toHaveValue('Por Status')
  await expectAccessible(page, 'the report by status')

  const pdf = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect(page.getByText('Exportando relatório para PDF...')).toBeVisible()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(await (await pdf).path()))))
  expect(text.join(' ')).toContain('Relatório: Por Status')
  await expect(page.getByRole('button', { name: 'PDF' })).toBeFocused()

  const workbook = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'Excel' }).click()
  await expect(page.getByText('Exportando relatório para Excel...')).toBeVisible()
  const [numbers] = await readWorkbook(await readFile(await (await workbook).path()))
  expect(numbers?.data).toContainEqual(['Pendente', 2, 2 / 3])

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Protocolos (CSV)' }).click()
  expect((await csv).suggestedFilename()).toMatch(/^protocolos-.*\.csv$/)
  expect((await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n')).toHaveLength(4)

  await pick(page, 'Tipo de Relatório', 'Por Departamento')
  await expect(page).toHaveURL(/type=department/)
  await expect(row(page, 'Recursos Humanos')).toContainText('3')
  // The old data is shown dimmed until the new data has arrived.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  await pick(page, 'Período', 'Última Semana')
  await pick(page, 'Tipo de Relatório', 'Por Período')
  await expect(page).toHaveURL(/type=time/)
  await expect(page).toHaveURL(/period=week/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(row(page, 'Total')).toContainText('3')

  await pick(page, 'Tipo de Relatório', 'Retornos')
  await expect(page.getByText('Nenhum dado no período')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Tipo de Relatório' })).toHaveValue('Por Período')
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)

  await page.getByRole('button', { name: 'O que significa: Protocolos Ativos' }).click()
  await expect(page.getByText('ainda estão em aberto: Pendente ou Em andamento')).toBeVisible()
  await expectAccessible(page, 'the report over time, with an explanation')
  await page.keyboard.press('Escape')

  // A finger also meets the small button beside it.
  await becomePhone(page)
  const meaning = page.getByText('ainda estão em aberto: Pendente ou Em andamento')
  await expect(meaning).toBeHidden()
  const box = await page.getByRole('button', { name: 'O que significa: Protocolos Ativos' }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(24)
  await page.mouse.click((box?.x ?? 0) - 8, (box?.y ?? 0) + 12)
  await expect(meaning).toBeVisible()
})
