import { expect, it } from 'vitest'
import { reportFilter, reportTypeLabels } from '../reports/report.ts'
import { periodLabels } from './period.ts'

// proves 2.4.1, 2.11.1
it('the selectors say the words of the contract, in its order', () => {
  expect(Object.entries(periodLabels)).toEqual([
    ['week', 'Última Semana'],
    ['month', 'Último Mês'],
    ['quarter', 'Último Trimestre'],
    ['year', 'Último Ano'],
  ])
  expect(Object.entries(reportTypeLabels)).toEqual([
    ['status', 'Por Status'],
    ['department', 'Por Departamento'],
    ['time', 'Por Período'],
    ['return', 'Retornos'],
  ])
  expect(reportFilter.parse({})).toEqual({ period: 'month', type: 'status' })
})
