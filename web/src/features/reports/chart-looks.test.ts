import { expect, it } from 'vitest'
import { chartKinds, returnTone } from './chart-looks.ts'

// proves 2.11.3
it('each report has its picture', () =>
  expect(chartKinds).toEqual({ status: 'pie', department: 'bar', time: 'line', return: 'pie' }))

// proves 2.11.4
it.each([
  ['No prazo', 'success'],
  ['Dentro do Prazo', 'success'],
  ['Atrasados', 'danger'],
  ['ATRASADOS', 'danger'],
  ['Pendentes', 'neutral'],
])('draws %s as %s', (label, tone) => expect(returnTone(label)).toBe(tone))
