import type { Report } from '@malote/core/reports/report.ts'
import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { reportPdf } from './report-pdf.ts'

const longWord = 'Departamento_de_Administração_de_Materiais_e_Patrimônio'.repeat(2)
// As a Mac writes it: the cedilla and the tilde are characters of their own.
const decomposed = 'Conceição'.normalize('NFD')
const empty = { labels: [], datasets: [] }

const report: Report = {
  statusReport: empty,
  departmentReport: {
    labels: [longWord, 'Jurídico', decomposed],
    datasets: [
      { label: 'Enviados', data: [1, 2, 5] },
      { label: 'Recebidos', data: [3, 4, 6] },
    ],
  },
  timeReport: empty,
  returnReport: empty,
  summary: {
    ...{ totalProtocols: 3, activeProtocols: 3, completedProtocols: 0, canceledProtocols: 0 },
    averageCompletionTime: null,
  },
}

const made = reportPdf({
  report,
  ...{ type: 'department', period: 'month' },
  head: {
    ...{ title: 'Relatório de protocolos', organisation: longWord, footnote: `Emitido por ${longWord} ${decomposed}` },
    ...{ filters: [['Departamento', longWord]], figures: [['Total de Protocolos', '3']] },
    days: { from: '2026-10-24', to: '2026-11-23' },
  },
}).then((bytes) => getDocumentProxy(new Uint8Array(bytes)))

/** Points between the paper's edge and the text. */
const margin = 40

it('keeps words of any length within the page', async () => {
  const page = await (await made).getPage(1)
  const right = (page.view[2] ?? 0) - margin
  const { items } = await page.getTextContent()
  const outside = items.filter((item) => 'str' in item && item.transform[4] + item.width > right + 0.5)
  expect(outside).toEqual([])
  expect(items.flatMap((item) => ('str' in item ? item.str : [])).join(' ')).toMatch(/Total.*4.*6.*Página 1 de 1/)
})

it('writes letters whose accents are apart as one', async () => {
  const { items } = await (await (await made).getPage(1)).getTextContent()
  const text = items.flatMap((item) => ('str' in item ? item.str : [])).join('')
  // In the chart, in the table and in the footnote.
  expect(text.match(/Conceição/g)).toHaveLength(3)
})

it('has a language and a title, and claims no structure that it does not have', async () => {
  const document = await made
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Language: 'pt-BR', Title: 'Relatório de protocolos' })
  expect(await document.getMarkInfo()).toBeNull()
})
