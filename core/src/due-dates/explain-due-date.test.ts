import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removedText } from '../black-outs/black-out.ts'
import { itemStatus } from '../items/item-status.ts'
import { addDays, daysBetween } from '../shared/civil-date.ts'
import { dayCount, dueDate } from '../shared/due-date.ts'
import { calendarReason, editReason, hopReason } from './change-reasons.ts'
import type { DueDateChange } from './due-date-explanation.ts'
import type { DueDateBasis, DueDateFacts } from './due-date-facts.ts'
import { computedFrom, explainDueDate, skippedDays } from './explain-due-date.ts'

const zone = 'America/Sao_Paulo'
const blackAwareness = { date: '2026-11-20', name: 'Consciência Negra' }
const fiveDays: DueDateBasis = { days: 5, dayCount: dayCount.business, holidays: [blackAwareness] }
const facts: DueDateFacts = {
  ...{ returnDate: '2026-11-27', originalReturnDate: null, sentOn: '2026-11-19' },
  ...{ basis: fiveDays, presentBasis: null, changes: [], dueLimit: null, ending: null },
}
const explain = (some: Partial<DueDateFacts>) => explainDueDate({ ...facts, ...some }, zone)

const extension: DueDateChange = {
  ...{ from: '2026-11-27', to: '2026-12-04', by: 'Ana Nogueira', at: '2026-11-25T15:00:00Z' },
  ...{ reason: 'Auditoria em andamento', kind: 'extension' },
}
const extended = { returnDate: '2026-12-04', originalReturnDate: '2026-11-27', changes: [extension] }
const sent = 'Enviado em 19/11/2026 (quinta-feira)'
const counted = `${sent}, com 5 dias úteis: sem contar 21 e 22/11 (fim de semana) e 20/11 (Consciência Negra)`
const financeiro = { department: 'Financeiro', returnDate: '2026-11-24' }
const returned = { status: itemStatus.returned, cameBack: true, on: '2026-11-26' } as const

describe('the sentence', () => {
  // proves 21.3
  it.each<[string, Partial<DueDateFacts>, string]>([
    ['a computed date', {}, `${counted}, o prazo é 27/11/2026.`],
    [
      'an extended one',
      extended,
      `${counted}, o prazo era 27/11/2026. Ana Nogueira prorrogou para 04/12/2026 em 25/11: “Auditoria em andamento”.`,
    ],
    [
      'one day',
      { returnDate: '2026-11-23', basis: { ...fiveDays, days: 1 } },
      `${sent}, com 1 dia útil: sem contar 21 e 22/11 (fim de semana) e 20/11 (Consciência Negra), o prazo é 23/11/2026.`,
    ],
    [
      'nothing skipped',
      { sentOn: '2026-11-16', returnDate: '2026-11-18', basis: { ...fiveDays, days: 2 } },
      'Enviado em 16/11/2026 (segunda-feira), com 2 dias úteis: o prazo é 18/11/2026.',
    ],
    [
      'many days, with the weekends and the holidays counted',
      {
        returnDate: '2027-01-08',
        basis: {
          ...{ days: 31, dayCount: dayCount.business },
          holidays: [
            blackAwareness,
            ...['2026-12-08', '2026-12-24', '2026-12-25', '2027-01-01'].map((date) => ({ date, name: date })),
          ],
        },
      },
      `${sent}, com 31 dias úteis: sem contar 7 fins de semana e 5 feriados, o prazo é 08/01/2027.`,
    ],
    [
      'a weekend over the end of a month, and a holiday on it',
      {
        ...{ sentOn: '2026-10-30', returnDate: '2026-11-03' },
        basis: {
          ...{ days: 1, dayCount: dayCount.business },
          holidays: [
            { date: '2026-11-01', name: 'Festa da cidade' },
            { date: '2026-11-02', name: 'Finados' },
          ],
        },
      },
      'Enviado em 30/10/2026 (sexta-feira), com 1 dia útil: sem contar 31/10 e 01/11 (fim de semana) e 02/11 (Finados), o prazo é 03/11/2026.',
    ],
    [
      'sent on a Saturday',
      { sentOn: '2026-11-21', returnDate: '2026-11-23', basis: { ...fiveDays, days: 1 } },
      'Enviado em 21/11/2026 (sábado), com 1 dia útil: sem contar 22/11 (domingo), o prazo é 23/11/2026.',
    ],
    [
      'calendar days',
      { returnDate: '2026-12-19', basis: { days: 30, dayCount: dayCount.calendar, holidays: [] } },
      `${sent}, com 30 dias corridos: o prazo é 19/12/2026.`,
    ],
    [
      'no date at first, then set',
      {
        ...{ returnDate: '2026-12-04', basis: null },
        changes: [{ ...extension, from: null, reason: 'Falta um documento.' }],
      },
      `${sent} sem prazo. Ana Nogueira definiu o prazo para 04/12/2026 em 25/11: “Falta um documento”.`,
    ],
    ['no date', { returnDate: null, basis: null }, 'Este item não tem prazo de retorno.'],
    ['no date, returned', { returnDate: null, basis: null, ending: returned }, 'Este item não tem prazo de retorno.'],
    ['a date removed', { returnDate: null }, 'Este item não tem mais prazo de retorno; o primeiro era 27/11/2026.'],
    ['set by hand', { basis: null }, 'O prazo é 27/11/2026, definido à mão.'],
    ['a date that the basis does not give', { returnDate: '2026-11-30' }, 'O prazo é 30/11/2026, definido à mão.'],
    ['an item of before', { basis: null, presentBasis: fiveDays }, `${counted}, o prazo é 27/11/2026.`],
    [
      'an item of before, which was extended then',
      { ...extended, basis: null, presentBasis: fiveDays, changes: [] },
      `${counted}, o prazo era 27/11/2026. Depois foi prorrogado para 04/12/2026.`,
    ],
    [
      'one that a server of before has extended during an upgrade',
      { ...extended, changes: [] },
      `${counted}, o prazo era 27/11/2026. Depois foi prorrogado para 04/12/2026.`,
    ],
    [
      'an item of before, extended then and now',
      {
        ...{ returnDate: '2026-12-11', originalReturnDate: '2026-11-27', basis: null, presentBasis: fiveDays },
        changes: [{ ...extension, from: '2026-12-04', to: '2026-12-11' }],
      },
      `${counted}, o prazo era 27/11/2026. O prazo mudou 2 vezes; por último, Ana Nogueira prorrogou para 11/12/2026 em 25/11: “Auditoria em andamento”.`,
    ],
    [
      'several changes',
      {
        returnDate: '2027-01-04',
        changes: [
          extension,
          { ...extension, from: '2026-12-04', to: '2026-12-11' },
          { ...extension, kind: 'request', from: '2026-12-11', to: '2027-01-04', reason: 'Aguardo a perícia' },
        ],
      },
      `${counted}, o prazo era 27/11/2026. O prazo mudou 3 vezes; por último, Ana Nogueira atendeu em 25/11/2026 ao pedido de mais prazo, até 04/01/2027: “Aguardo a perícia”.`,
    ],
    [
      'moved with the calendar',
      {
        returnDate: '2026-11-30',
        changes: [
          {
            ...{ ...extension, kind: 'calendar', to: '2026-11-30', by: 'Helena Prado' },
            reason: calendarReason('feriado de 25/11/2026 (Aniversário da cidade) incluído no calendário'),
          },
        ],
      },
      `${counted}, o prazo era 27/11/2026. Com a mudança do calendário, aplicada por Helena Prado em 25/11, o prazo passou para 30/11/2026: feriado de 25/11/2026 (Aniversário da cidade) incluído no calendário.`,
    ],
    [
      'edited',
      {
        returnDate: '2026-11-23',
        changes: [
          {
            ...{ ...extension, kind: 'edit', to: '2026-11-23' },
            reason: editReason('Rotina', { name: 'Urgente', returnDays: 1, dayCount: dayCount.business }),
          },
        ],
      },
      `${counted}, o prazo era 27/11/2026. Ana Nogueira editou o protocolo em 25/11 e o prazo passou para 23/11/2026: categoria alterada de Rotina para Urgente (1 dia útil).`,
    ],
    [
      'pulled in by the department before',
      {
        ...{ returnDate: '2026-11-24', dueLimit: financeiro },
        changes: [{ ...extension, by: null, to: '2026-11-24', reason: hopReason('Jurídico') }],
      },
      `${counted}, o prazo era 27/11/2026. O prazo passou para 24/11/2026 em 25/11: o item deve sair de Jurídico até esse dia.`,
    ],
    [
      'capped from the beginning',
      { returnDate: '2026-11-24', dueLimit: financeiro },
      `${sent}, com 5 dias úteis, o prazo seria 27/11/2026, mas é 24/11/2026, quando o item deve voltar a Financeiro.`,
    ],
    [
      'passed on, without days of its own',
      { returnDate: '2026-11-24', dueLimit: financeiro, basis: null },
      'O prazo é 24/11/2026, quando o item volta a Financeiro.',
    ],
    ['returned', { ending: returned }, `${counted}, o prazo era 27/11/2026; o item voltou em 26/11/2026.`],
    [
      'extended and returned',
      { ...extended, ending: returned },
      `${counted}, o prazo era 27/11/2026. Ana Nogueira prorrogou para 04/12/2026 em 25/11 (“Auditoria em andamento”); o item voltou em 26/11/2026.`,
    ],
    [
      'cancelled',
      { ending: { ...returned, status: itemStatus.cancelled } },
      `${counted}, o prazo era 27/11/2026; o item foi cancelado em 26/11/2026.`,
    ],
    [
      'completed without coming back',
      { ending: { ...returned, status: itemStatus.completed, cameBack: false } },
      `${counted}, o prazo era 27/11/2026; o item foi concluído em 26/11/2026.`,
    ],
    [
      'a reason that was removed',
      { ...extended, changes: [{ ...extension, reason: removedText }] },
      `${counted}, o prazo era 27/11/2026. Ana Nogueira prorrogou para 04/12/2026 em 25/11.`,
    ],
  ])('%s', (_, some, sentence) => {
    expect(explain(some).sentence).toBe(sentence)
  })

  it('quotes the beginning of a long reason', () => {
    const { sentence } = explain({ ...extended, changes: [{ ...extension, reason: 'á'.repeat(500) }] })
    expect(sentence).toContain(`“${'á'.repeat(140)}…”.`)
  })

  it('has the day of the organisation, and its year at the turn of one', () => {
    const change = { ...extension, at: '2026-12-31T01:00:00Z', to: '2027-01-08', reason: null }
    expect(explain({ ...extended, returnDate: '2027-01-08', changes: [change] }).sentence).toContain(
      'prorrogou para 08/01/2027 em 30/12/2026.',
    )
  })
})

describe('what was computed', () => {
  it('names each day that was skipped', () => {
    expect(explain({})).toMatchObject({
      ...{ start: '2026-11-19', days: 5, dayCount: dayCount.business, cappedBy: null },
      skipped: [
        { date: '2026-11-20', reason: 'Consciência Negra' },
        { date: '2026-11-21', reason: 'sábado' },
        { date: '2026-11-22', reason: 'domingo' },
      ],
    })
  })

  it.each<[string, Partial<DueDateFacts>]>([
    ['set by hand', { basis: null }],
    ['without a date', { returnDate: null }],
    ['with a date that its days do not give', { returnDate: '2026-11-26' }],
    ['of before, whose category has changed', { basis: null, presentBasis: { ...fiveDays, days: 4 } }],
    ['that had no date at first', { basis: null, changes: [{ ...extension, from: null }] }],
  ])('is nothing for an item %s', (_, some) => {
    expect(explain(some)).toMatchObject({ start: null, days: null, dayCount: null, skipped: [] })
  })

  it('is capped while the present date is the latest that the department before allows', () => {
    expect(explain({ returnDate: '2026-11-24', dueLimit: financeiro })).toMatchObject({ days: 5, cappedBy: financeiro })
    const extendedBefore = { ...financeiro, returnDate: '2026-12-01' }
    expect(explain({ returnDate: '2026-11-24', dueLimit: extendedBefore })).toMatchObject({ days: 5, cappedBy: null })
  })
})

const day = fc.integer({ min: 0, max: 3000 }).map((offset) => addDays('2026-01-01', offset))
const basis = fc.record({
  days: fc.integer({ min: 1, max: 200 }),
  dayCount: fc.constantFrom(dayCount.business, dayCount.calendar),
  holidays: fc.uniqueArray(day, { maxLength: 300 }).map((days) => days.map((date) => ({ date, name: `Dia ${date}` }))),
})

// proves 21.3
it('counted and skipped days are the days between, and give the date again', () => {
  fc.assert(
    fc.property(day, basis, (sentOn, computedOf) => {
      const returnDate = computedFrom(sentOn, computedOf)
      const explained = explain({ sentOn, returnDate, basis: computedOf })
      if (explained.start === null || explained.days === null || explained.dayCount === null) throw new Error()
      expect(explained.days + explained.skipped.length).toBe(daysBetween(explained.start, returnDate))
      const off = new Set(explained.skipped.map(({ date }) => date))
      expect(dueDate(explained.start, explained.days, explained.dayCount, off)).toBe(returnDate)
      expect(off.has(returnDate)).toBe(false)
    }),
  )
})

it('what is kept of a computation is enough to compute it again', () => {
  fc.assert(
    fc.property(day, basis, (sentOn, computedOf) => {
      const returnDate = computedFrom(sentOn, computedOf)
      const skipped = new Set(skippedDays(sentOn, returnDate, computedOf).map(({ date }) => date))
      const kept = { ...computedOf, holidays: computedOf.holidays.filter(({ date }) => skipped.has(date)) }
      expect(explain({ sentOn, returnDate, basis: kept })).toEqual(explain({ sentOn, returnDate, basis: computedOf }))
    }),
  )
})
