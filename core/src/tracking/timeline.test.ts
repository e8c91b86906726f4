import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyAction } from '../acts/act.ts'
import { itemStatus, itemStatuses } from '../items/item-status.ts'
import { type ItemEvent, type ItemHistory, isFinished, timelineOf } from './timeline.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString()
const eventAt = (hour: number, user = 'Ana', department = 'RH') => ({ user, department, at: at(hour) })
const event = (id: number, action: string, hour: number, department = 'Jurídico'): ItemEvent => ({
  id,
  action,
  description: `${action} por Bruno`,
  ...eventAt(hour, 'Bruno', department),
})

const sent: ItemHistory = {
  status: itemStatus.pending,
  requiresReturn: true,
  returnDate: '2026-11-27',
  origin: 'RH',
  destination: 'Jurídico',
  created: eventAt(1),
  received: null,
  completed: null,
  cancelled: null,
  events: [],
}
const received: ItemHistory = { ...sent, received: eventAt(2, 'Bruno', 'Jurídico') }
const told = (history: ItemHistory) => timelineOf(history).map(({ action, status }) => `${action}: ${status}`)

describe('timelineOf', () => {
  // proves 11.14
  it('says of a sent item that it must be received, returned and completed', () => {
    expect(timelineOf(sent)).toEqual([
      {
        id: 'created',
        action: 'Protocolo criado',
        description: 'Enviado de RH para Jurídico',
        user: 'Ana',
        department: 'RH',
        date: at(1),
        status: 'current',
      },
      {
        id: 'receive',
        action: 'Recebimento',
        description: 'Aguardando recebimento em Jurídico',
        user: null,
        department: 'Jurídico',
        date: null,
        status: 'pending',
      },
      {
        id: 'return',
        action: 'Retorno até 27/11/2026',
        description: 'De Jurídico para RH',
        user: null,
        department: 'Jurídico',
        date: '2026-11-27',
        status: 'pending',
      },
      {
        id: 'complete',
        action: 'Conclusão',
        description: 'Confirmação de RH',
        user: null,
        department: 'RH',
        date: null,
        status: 'pending',
      },
    ])
  })

  // proves 11.14
  it('tells a whole way in the order in which it happened, whatever the order of the lines', () => {
    const events = [
      event(9, historyAction.itemCompleted, 7),
      event(8, historyAction.itemReturned, 6),
      event(4, historyAction.itemAssigned, 3),
      event(5, historyAction.itemTransferred, 4),
    ]
    const underWay = { ...received, events: events.slice(2) }
    expect(told(underWay)).toEqual([
      'Protocolo criado: completed',
      'Protocolo recebido: completed',
      'Usuário atribuído: completed',
      'Item tramitado: current',
      'Retorno até 27/11/2026: pending',
      'Conclusão: pending',
    ])
    const returned = { ...received, status: itemStatus.returned, events: events.slice(1) }
    expect(told(returned).slice(-2)).toEqual(['Item retornado: current', 'Conclusão: pending'])
    // The protocol is completed later, which is no step of this item.
    const completed = { ...received, status: itemStatus.completed, events, completed: eventAt(9) }
    expect(told(completed).slice(-2)).toEqual(['Item retornado: completed', 'Item concluído: completed'])
  })

  it('puts an assignment before the arrival where it happened before', () => {
    expect(told({ ...received, events: [event(1, historyAction.itemAssigned, 1.5)] }).slice(0, 3)).toEqual([
      'Protocolo criado: completed',
      'Usuário atribuído: completed',
      'Protocolo recebido: current',
    ])
  })

  it('ends with the protocol where that ended the item', () => {
    const completed = { ...sent, status: itemStatus.completed, requiresReturn: false, completed: eventAt(5) }
    expect(timelineOf(completed).at(-1)).toMatchObject({ action: 'Protocolo concluído', department: 'Jurídico' })
    const cancelled = { ...sent, status: itemStatus.cancelled, cancelled: { ...eventAt(5), reason: 'Engano' } }
    expect(timelineOf(cancelled).at(-1)).toMatchObject({
      action: 'Protocolo cancelado',
      description: 'Motivo: Engano',
      department: 'RH',
      status: 'completed',
    })
    const events = [event(3, historyAction.itemCancelled, 2, 'Diretoria')]
    expect(timelineOf({ ...cancelled, events }).at(-1)).toMatchObject({ action: 'Item cancelado', department: null })
  })

  it('leaves a returned item of a cancelled protocol with nothing to come', () => {
    const history = {
      ...received,
      status: itemStatus.returned,
      events: [event(3, historyAction.itemReturned, 4)],
      cancelled: { ...eventAt(5), reason: 'Engano' },
    }
    expect(told(history).slice(-2)).toEqual(['Item retornado: completed', 'Protocolo cancelado: completed'])
  })

  it('waits for a return without a date, and for nothing to be received where nothing must return', () => {
    expect(told({ ...received, returnDate: null }).slice(-2)).toEqual(['Retorno: pending', 'Conclusão: pending'])
    expect(told({ ...sent, requiresReturn: false, returnDate: null })).toEqual([
      'Protocolo criado: current',
      'Conclusão: pending',
    ])
  })
})

// proves 20.37
it('says of each hop where the item was sent, received and returned', () => {
  const hop = {
    ...{ itemId: 2, fromItemId: 1, protocolId: null, sender: null, receiver: null, origin: 'Jurídico' },
    ...{ destination: 'Diretoria', status: itemStatus.returned, requiresReturn: true, isOpen: true, returnDate: null },
    ...{ sentAt: at(3), receivedAt: at(4), returnedAt: at(5), cancelledAt: null },
  }
  expect(told({ ...received, hops: [hop] }).slice(2, 5)).toEqual([
    'Encaminhado para Diretoria: completed',
    'Recebido em Diretoria: completed',
    'Devolvido a Jurídico: current',
  ])
})

// proves 4.22
describe('every timeline', () => {
  const hour = fc.integer({ min: 2, max: 500 })
  const anyEvent = hour.map((n) => eventAt(n))
  // Passing on is told by the hops.
  const { itemForwarded, itemBackFromForward, ...told } = historyAction
  const history: fc.Arbitrary<ItemHistory> = fc.record({
    status: fc.constantFrom(...itemStatuses),
    requiresReturn: fc.boolean(),
    returnDate: fc.option(fc.constant('2026-11-27')),
    origin: fc.constant('RH'),
    destination: fc.constant('Jurídico'),
    created: fc.constant(eventAt(1)),
    received: fc.option(anyEvent),
    completed: fc.option(anyEvent),
    cancelled: fc.option(anyEvent.map((one) => ({ ...one, reason: 'Engano' }))),
    events: fc.array(
      fc
        .tuple(fc.nat(), fc.constantFrom(...Object.values(told), 'Algo novo'), hour)
        .map(([id, action, when]) => event(id, action, when)),
    ),
  })
  const order = { completed: 0, current: 1, pending: 2 }

  // proves 11.14
  it('has one current step while something is to come, and none when it is finished', () => {
    fc.assert(
      fc.property(history, (one) => {
        const steps = timelineOf(one)
        const count = (status: string) => steps.filter((step) => step.status === status).length
        expect(count('current')).toBe(isFinished(one) ? 0 : 1)
        if (isFinished(one)) expect(count('pending')).toBe(0)
        else expect(steps.at(-1)?.action).toBe('Conclusão')
      }),
    )
  })

  it('never has a past step after the current one, nor one to come before it', () => {
    fc.assert(
      fc.property(history, (one) => {
        const ranks = timelineOf(one).map(({ status }) => order[status])
        expect(ranks).toEqual([...ranks].sort())
      }),
    )
  })

  it('begins with the creation, tells every line of the item once, in order of time', () => {
    fc.assert(
      fc.property(history, (one) => {
        const past = timelineOf(one).filter(({ status }) => status !== 'pending')
        expect(past[0]?.id).toBe('created')
        for (const { id } of one.events) expect(past.some((step) => step.id === String(id))).toBe(true)
        const dates = past.slice(1).flatMap(({ id, date }) => (['completed', 'cancelled'].includes(id) ? [] : [date]))
        expect(dates).toEqual([...dates].sort())
      }),
    )
  })
})
