import { describe, expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import { role } from '../users/role.ts'
import { givenAnswer } from './answer.ts'
import { type AnsweredItem, type AnswerLinkFacts, canAnswer, canOpenLink, possibleAnswers } from './answer-rules.ts'
import { answers, answerToken, readAnswerToken } from './answer-token.ts'

describe('answer rules', () => {
  const at = { now: new Date('2026-11-23T12:00:00Z'), timeZone: 'America/Sao_Paulo' }
  const link: AnswerLinkFacts = {
    ...{ returnDate: '2026-11-24', createdAt: '2026-11-23T10:00:00.000Z', usedAt: null, endedAt: null },
  }
  const about: AnsweredItem = {
    person: { id: 7, name: 'Ana', role: role.user, departmentId: 2, isActive: true },
    protocol: {
      originDepartmentId: 1,
      destinationDepartmentId: 2,
      status: protocolStatus.inProgress,
      requiresReturn: true,
    },
    item: { status: itemStatus.pending, returnDate: '2026-11-24', responsibleId: 7 },
    ...{ openOccurrences: [], hasOpenRequest: false },
  }
  const used = { usedAt: '2026-11-24T01:00:00.000Z' }
  const item = (change: object) => ({ item: { ...about.item, ...change } })
  const protocol = (change: object) => ({ protocol: { ...about.protocol, ...change } })
  const person = (change: object) => ({ person: { ...about.person, ...change } })

  // proves 21.25
  it('works for ten days', () => {
    expect(canOpenLink(link, about, at).allowed).toBe(true)
    const at10 = (ms: number) => ({ ...at, now: new Date(Date.parse('2026-12-03T10:00:00Z') + ms) })
    expect(canOpenLink(link, about, at10(-1)).allowed).toBe(true)
    expect(canOpenLink(link, about, at10(0))).toMatchObject({
      code: 'ANSWER_LINK_DEAD',
      message:
        'Este link valeu até 03/12/2026. O item continua com prazo em 24/11/2026; entre no Malote para responder.',
    })
  })

  // proves 21.25
  it.each<[string, string, Partial<AnswerLinkFacts>, object]>([
    ['answered, on the day of the office', 'Você já respondeu em 23/11/2026.', used, {}],
    [
      'answered, and settled since: nothing of the item',
      'Você já respondeu em 23/11/2026.',
      used,
      item({ status: itemStatus.returned }),
    ],
    ['returned', 'Este item já foi devolvido.', {}, item({ status: itemStatus.returned })],
    ['completed', 'Este item já foi concluído.', {}, item({ status: itemStatus.completed })],
    ['cancelled', 'Este item foi cancelado.', {}, item({ status: itemStatus.cancelled })],
    ['of a completed protocol', 'Este item já foi concluído.', {}, protocol({ status: protocolStatus.completed })],
    ['of a cancelled protocol', 'Este item foi cancelado.', {}, protocol({ status: protocolStatus.cancelled })],
    ['due on another day', 'O prazo deste item mudou para 04/12/2026.', {}, item({ returnDate: '2026-12-04' })],
    ['without a due date', 'Este item não tem mais prazo.', {}, item({ returnDate: null })],
    ['of an inactive person', 'Este link não vale mais.', {}, person({ isActive: false })],
    ['of a person elsewhere', 'Este link não vale mais.', {}, person({ departmentId: 3 })],
    ['of a person without a department', 'Este link não vale mais.', {}, person({ departmentId: null })],
    ['ended with the account, which is active again', 'Este link não vale mais.', { endedAt: used.usedAt }, {}],
    ['answered by somebody who left: nothing at all', 'Este link não vale mais.', used, person({ isActive: false })],
  ])('%s: %s', (_, message, ofLink, changed) => {
    const verdict = canOpenLink({ ...link, ...ofLink }, { ...about, ...changed }, at)
    expect(verdict).toEqual({ allowed: false, code: 'ANSWER_LINK_DEAD', message })
  })

  it('says that an expired link’s item was settled rather than that it expired', () => {
    const late = { ...at, now: new Date('2027-01-01T12:00:00Z') }
    expect(canOpenLink(link, { ...about, ...item({ status: itemStatus.returned }) }, late)).toMatchObject({
      message: 'Este item já foi devolvido.',
    })
  })

  it.each<[string, readonly string[], object]>([
    ['the responsible user', answers, {}],
    ['a Gestor', answers, { ...person({ id: 9, role: role.manager }) }],
    ['a colleague who no longer holds it', ['returned', 'not_with_me'], person({ id: 9 })],
    ['a claim that is open', ['extension', 'not_with_me'], { openOccurrences: ['claimed_returned', 'damaged'] }],
    ['a request that is open', ['returned', 'not_with_me'], { hasOpenRequest: true }],
    ['everything open', [], { hasOpenRequest: true, openOccurrences: ['claimed_returned', 'not_held'] }],
    ['an item that was not received yet', answers, protocol({ status: protocolStatus.pending })],
  ])('offers %s: %j', (_, possible, changed) => {
    expect(possibleAnswers({ ...about, ...changed })).toEqual(possible)
  })

  it.each([
    ['returned', { openOccurrences: ['claimed_returned'] }, 'Já está registrado que este item foi devolvido.'],
    ['not_with_me', { openOccurrences: ['not_held'] }, 'Já está registrado que este item não está com quem deveria.'],
    ['extension', { hasOpenRequest: true }, 'Este item já tem um pedido de prazo aberto.'],
  ] as const)('%s once more: 410 in a sentence', (answer, changed, message) => {
    expect(canAnswer(answer, { ...about, ...changed })).toEqual({ allowed: false, code: 'ANSWER_LINK_DEAD', message })
  })
})

describe('answer', () => {
  const secret = 'A-_z'.padEnd(43, '0')

  it('each link of a line says which answer it is, and shares one secret', () => {
    for (const answer of answers) expect(readAnswerToken(answerToken(secret, answer))).toEqual({ secret, answer })
  })

  it.each(['', 'r', secret, `${secret}x`, `${secret} r`, `${secret}rr`, `é${secret.slice(1)}r`])(
    'no token: "%s"',
    (text) => expect(readAnswerToken(text)).toBeNull(),
  )

  it.each([
    [{ answer: 'returned' }, []],
    [{ answer: 'not_with_me', note: 'Está com o João' }, []],
    [{ answer: 'extension' }, ['returnDate', 'note']],
    [{ answer: 'extension', return_date: '' }, ['returnDate', 'note']],
    [{ answer: 'extension', returnDate: '2026-12-01', note: ' ab ' }, ['note']],
    [{ answer: 'extension', returnDate: '2026-12-01', note: 'Em uso' }, []],
    [{ answer: 'returned', note: 'x'.repeat(501) }, ['note']],
    [{ answer: 'perhaps' }, ['answer']],
  ])('%j lacks %j', (body, wrong) => {
    const parsed = givenAnswer.safeParse({ token: 'x', ...body })
    expect(parsed.error?.issues.map(({ path }) => path[0]) ?? []).toEqual(wrong)
  })
})
