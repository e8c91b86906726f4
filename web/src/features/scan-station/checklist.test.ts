import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { role } from '@malote/core/users/role.ts'
import { expect, it } from 'vitest'
import { finishOf, finishWords, tickOff } from './checklist.ts'

const expected = [51, 52].map((id) => ({ id, documentNumber: `${id}/26` }) as Item)
const scanned = (itemId: number | null, protocolId = 5) => ({ itemId, protocolId })

// proves 23.16
it.each([
  ['an expected item ticks', scanned(51), [], { tick: 51, answer: { message: 'Conferido. 1 item falta.' } }],
  ['the last one says that it is', scanned(51), [52], { tick: 51, answer: { message: 'Tudo conferido.' } }],
  ['one that is ticked stays so', scanned(51), [51], { answer: { outcome: 'already' } }],
  ['one that is settled is refused', scanned(59), [], { answer: { outcome: 'refused' } }],
  ['the code of the protocol itself changes nothing', scanned(null), [51], { answer: { outcome: 'already' } }],
  ['another protocol opens before anything is ticked', scanned(81, 8), [], { open: 8, tick: 81 }],
  ['and is refused afterwards', scanned(81, 8), [51], { answer: { outcome: 'refused' } }],
])('a checklist is true to what was scanned: %s', (_, at, ticked, result) => {
  expect(tickOff(at, 5, expected, new Set(ticked))).toMatchObject(result)
})

const viewer = { id: 1, name: 'Rui Costa', role: role.user, departmentId: 2 }
const route = { originDepartmentId: 1, destinationDepartmentId: 2 }
const protocol = (requiresReturn: boolean, status: string) =>
  ({ ...route, requiresReturn, status, totalItems: 2, pendingItems: 2, cancelledItems: 0 }) as ProtocolDetail

// proves 23.17
it.each([
  [true, 'Pendente', 0, 'Conferir e receber'],
  [true, 'Pendente', 2, 'Conferir e receber com 2 ocorrências'],
  [true, 'Em andamento', 1, 'Registrar 1 ocorrência'],
  [true, 'Em andamento', 0, null],
  [false, 'Pendente', 0, 'Concluir'],
  [false, 'Pendente', 1, 'Registrar 1 ocorrência'],
  [false, 'Concluído', 1, null],
])('the end of a check (return %s, %s, %i missing) offers: %s', (requiresReturn, status, missing, words) => {
  const finish = finishOf(viewer, protocol(requiresReturn, status), missing)
  expect(finish && finishWords(finish, missing)).toBe(words)
  expect(finishOf({ ...viewer, departmentId: 3 }, protocol(requiresReturn, status), missing)).toBeNull()
})
