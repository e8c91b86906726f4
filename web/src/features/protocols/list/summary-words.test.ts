import { role } from '@malote/core/users/role.ts'
import { expect, it } from 'vitest'
import { summaryLists, summaryWords } from './summary-words.ts'

// proves 2.5.9
it.each([
  [{ pendingHere: 12, overdue: 3 }, true, ['12 pendentes aqui', '3 atrasados']],
  [{ pendingHere: 1, overdue: 1 }, true, ['1 pendente aqui', '1 atrasado']],
  [{ pendingHere: 1200, overdue: 0 }, false, ['1.200 pendentes']],
  [{ pendingHere: 0, overdue: 1480 }, true, ['1.480 atrasados']],
  [{ pendingHere: 0, overdue: 0 }, true, []],
  [{}, true, []],
])('%j, in a department: %s', (summary, hasDepartment, words) =>
  expect(summaryWords(summary, hasDepartment).map(([, text]) => text)).toEqual(words),
)

// proves 17.56
it.each([
  [role.user, 4, { status: 'Pendente', here: 1 }, { late: 1 }],
  [role.admin, 4, { status: 'Pendente', here: 1 }, { late: 1, department: 4 }],
  [role.admin, null, { status: 'Pendente' }, { late: 1 }],
])('the counts of a %s in department %s lead to their lists', (ofRole, departmentId, pendingHere, overdue) =>
  expect(summaryLists({ role: ofRole, departmentId })).toEqual({ pendingHere, overdue }),
)
