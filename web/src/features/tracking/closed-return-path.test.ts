import { stepStatus, type TimelineStep } from '@malote/core/tracking/tracking-result.ts'
import { expect, it } from 'vitest'
import { closedReturnPathOf } from './closed-return-path.ts'

const { completed, current, pending } = stepStatus

const steps = (...statuses: TimelineStep['status'][]): TimelineStep[] =>
  statuses.map((status, index) => ({
    id: String(index),
    action: 'Item retornado',
    description: '',
    user: null,
    department: null,
    date: null,
    status,
  }))

it.each([
  ['Pendente', steps(current, pending), undefined],
  ['Retornado', steps(completed, current, pending), 'Devolvido, aguardando conclusão'],
  // Its protocol was cancelled.
  ['Retornado', steps(completed, completed), 'Devolvido'],
  ['Concluído', steps(completed), 'Devolvido'],
  ['Cancelado', steps(completed), 'Devolução cancelada'],
])('an item that is %s', (currentStatus, timeline, label) => {
  expect(closedReturnPathOf({ currentStatus, timeline })?.label).toBe(label)
})
