import { describe, expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import type { Verdict } from '../shared/verdict.ts'
import { role } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import { dueDateProblem, dueLimitProblem, earliestDueDate } from './due-date-rules.ts'
import { requestStatus } from './extension-request.ts'
import { canAskForTime, canDecideRequest, grantProblem } from './extension-rules.ts'

describe('due date rules', () => {
  const today = '2026-11-21'

  // proves 11.9, 17.8
  it.each([
    ['2026-11-21', null, undefined],
    ['2026-11-20', null, 'A data deve ser hoje ou posterior.'],
    ['2026-11-28', '2026-11-27', undefined],
    ['2026-11-27', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
    ['2026-11-26', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
    ['2026-11-21', '2026-11-10', undefined],
    ['2026-11-21', '2026-11-21', 'O novo prazo deve ser posterior a 21/11/2026'],
    ['2026-11-22', '2026-11-21', undefined],
    ['2026-11-21', '2026-11-20', undefined],
    // Moving a past deadline to another past day would be late at once.
    ['2026-11-20', '2026-11-10', 'A data deve ser hoje ou posterior.'],
  ])('a due date of %s where it was %s: %s', (date, present, problem) => {
    expect(dueDateProblem(date, present, today)).toBe(problem)
  })

  it.each([
    [null, today],
    ['2026-11-20', today],
    [today, '2026-11-22'],
    ['2026-12-31', '2027-01-01'],
  ])('the earliest due date after %s is %s', (present, earliest) =>
    expect(earliestDueDate(present, today)).toBe(earliest),
  )

  const limit = { returnDate: '2026-12-01', department: 'Arquivo' }

  it.each([
    ['2026-12-02', null, undefined],
    ['2026-12-01', limit, undefined],
    ['2026-12-02', limit, 'O prazo não pode passar de 01/12/2026, quando o item volta a Arquivo.'],
  ])('a due date of %s within %j: %s', (date, within, problem) => expect(dueLimitProblem(date, within)).toBe(problem))
})

describe('extension rules', () => {
  const origin = 1
  const destination = 2
  const me = 7
  const protocol = {
    ...{ originDepartmentId: origin, destinationDepartmentId: destination },
    ...{ status: protocolStatus.inProgress, requiresReturn: true },
  }
  const item = { status: itemStatus.pending, returnDate: '2026-12-01', responsibleId: me }
  const viewer = (departmentId: number, personRole: Viewer['role'] = role.user): Viewer => ({
    ...{ id: me, name: 'Maria Souza', role: personRole, departmentId },
  })
  const codeOf = (verdict: Verdict) => (verdict.allowed ? 'ok' : verdict.code)

  describe('asking for more time', () => {
    it.each([
      ['the responsible user', viewer(destination), {}, {}, false, 'ok'],
      ['before it was received', viewer(destination), { status: protocolStatus.pending }, {}, false, 'ok'],
      ['while it is passed on', viewer(destination), {}, { forwardedTo: { department: 'Arquivo' } }, false, 'ok'],
      ['a colleague', viewer(destination), {}, { responsibleId: 9 }, false, 'ONLY_HOLDER_ASKS_FOR_TIME'],
      ['a Gestor there', viewer(destination, role.manager), {}, { responsibleId: null }, false, 'ok'],
      ['an Admin there', viewer(destination, role.admin), {}, { responsibleId: 9 }, false, 'ONLY_HOLDER_ASKS_FOR_TIME'],
      ['the origin', viewer(origin, role.manager), {}, {}, false, 'ONLY_HOLDER_ASKS_FOR_TIME'],
      ['a second time', viewer(destination), {}, {}, true, 'REQUEST_ALREADY_OPEN'],
      ['without a date', viewer(destination), {}, { returnDate: null }, false, 'ok'],
      ['once returned', viewer(destination), {}, { status: itemStatus.returned }, false, 'ITEM_ALREADY_RETURNED'],
      ['for what stays', viewer(destination), { requiresReturn: false }, {}, false, 'NOTHING_TO_RETURN'],
      ['closed', viewer(destination), { status: protocolStatus.cancelled }, {}, false, 'PROTOCOL_ALREADY_CANCELLED'],
    ] as const)('%s', (_, person, facts, itemFacts, hasOpen, code) => {
      expect(codeOf(canAskForTime(person, { ...protocol, ...facts }, { ...item, ...itemFacts }, hasOpen))).toBe(code)
    })
  })

  it.each([
    [origin, requestStatus.open, 'ok'],
    [origin, requestStatus.granted, 'REQUEST_ALREADY_DECIDED'],
    [origin, requestStatus.denied, 'REQUEST_ALREADY_DECIDED'],
    [origin, requestStatus.ended, 'REQUEST_ENDED'],
    [destination, requestStatus.open, 'ONLY_ORIGIN_DECIDES_REQUEST'],
  ] as const)('deciding, by department %s, of one that is %s: %s', (department, status, code) => {
    expect(codeOf(canDecideRequest(viewer(department), protocol, { status }))).toBe(code)
  })

  const limit = { returnDate: '2026-12-15', department: 'Arquivo' }
  const gone = 'O prazo pedido, 10/12/2026, já não é possível.'
  it.each([
    ['2026-12-10', '2026-12-01', null, undefined],
    ['2026-12-05', '2026-12-01', null, undefined],
    ['2026-12-20', '2026-12-01', null, undefined],
    ['2026-12-01', '2026-12-01', null, 'O novo prazo deve ser posterior a 01/12/2026'],
    ['2026-11-20', '2026-11-01', null, 'A data deve ser hoje ou posterior.'],
    ['2026-12-16', '2026-12-01', limit, 'O prazo não pode passar de 15/12/2026, quando o item volta a Arquivo.'],
    ['2026-12-10', '2026-12-12', null, `${gone} O novo prazo deve ser posterior a 12/12/2026`],
    [
      ...(['2026-12-10', '2026-12-01', { ...limit, returnDate: '2026-12-08' }] as const),
      `${gone} O prazo não pode passar de 08/12/2026, quando o item volta a Arquivo.`,
    ],
  ] as const)('granting until %s what is due on %s, within %j', (date, returnDate, dueLimit, problem) => {
    expect(grantProblem(date, '2026-12-10', { returnDate, dueLimit }, '2026-11-21')).toBe(problem)
  })
})
