import { expect, it } from 'vitest'
import { canDeleteDepartment } from './department.ts'

it.each([
  [0, 0, true],
  [1, 0, false],
  [0, 1, false],
  [3, 9, false],
])('a department with %d people and %d protocols may be deleted: %s', (usersCount, protocolsCount, expected) => {
  const verdict = canDeleteDepartment({ usersCount, protocolsCount })
  expect(verdict.allowed).toBe(expected)
  if (!verdict.allowed)
    expect(verdict.message).toBe('Não é possível excluir departamentos com usuários ou protocolos associados')
})
