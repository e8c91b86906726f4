import { expect, it } from 'vitest'
import { returnBadgeOf } from './return-badge.ts'

const today = '2026-11-21'

// proves 4.24
it.each([
  ['retornado', '2026-11-01', 'Retornado'],
  ['Retornado', null, 'Retornado'],
  ['pendente', '2026-11-21', 'Retorno Hoje'],
  ['pendente', '2026-11-20', 'Atrasado'],
  ['PENDENTE', '2026-11-22', 'Pendente'],
  ['pendente', null, 'Pendente'],
  ['pendente', undefined, 'Pendente'],
])('a %s item due on %s says %s', (status, returnDate, badge) => {
  expect(returnBadgeOf(status, returnDate, today)).toBe(badge)
})
