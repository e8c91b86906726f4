import { expect, it } from 'vitest'
import { reportTable } from './report-table.ts'

it('shows the shares of a whole', () => {
  const chart = { labels: ['No prazo', 'Atrasados', 'Pendentes'], datasets: [{ label: 'Itens', data: [3, 1, 0] }] }
  expect(reportTable(chart, 'return')).toEqual({
    columns: ['Situação', 'Itens', '%'],
    rows: [
      { label: 'No prazo', values: [3, 0.75] },
      { label: 'Atrasados', values: [1, 0.25] },
      { label: 'Pendentes', values: [0, 0] },
    ],
    total: { label: 'Total', values: [4, 1] },
    hasShare: true,
  })
})

it('adds up what is told in two columns', () => {
  const datasets = [
    { label: 'Enviados', data: [2, 5] },
    { label: 'Recebidos', data: [1] },
  ]
  const table = reportTable({ labels: ['RH', 'Jurídico'], datasets }, 'department')
  expect(table.columns).toEqual(['Departamento', 'Enviados', 'Recebidos', 'Total'])
  expect(table.rows).toEqual([
    { label: 'RH', values: [2, 1, 3] },
    { label: 'Jurídico', values: [5, 0, 5] },
  ])
  expect(table.total).toBeNull()
})

it('has no shares where there is nothing', () => {
  const chart = { labels: ['Pendente'], datasets: [{ label: 'Protocolos', data: [0] }] }
  expect(reportTable(chart, 'status').rows).toEqual([{ label: 'Pendente', values: [0, 0] }])
})
