import { stepStatus, type TimelineStep } from '@malote/core/tracking/tracking-result.ts'
import { describe, expect, it } from 'vitest'
import { closedReturnPathOf } from './closed-return-path.ts'
import { trackingSearch } from './tracking-search.ts'

describe('closed return path', () => {
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
})

describe('tracking search', () => {
  it('keeps what is set', () => {
    const search = { search: 318, type: 'document', department: '4', status: 'Concluído', category: 2, timeline: 77 }
    expect(trackingSearch(search)).toEqual({ ...search, search: '318', department: 4 })
  })

  it.each([
    { type: 'supplier' },
    { search: '  ' },
    { status: 'Retornado' },
    { department: '1.5', category: -2 },
    { timeline: 'aberta' },
  ])('lets nothing but a filter through: %j', (search) => expect(trackingSearch(search)).toEqual({}))
})
