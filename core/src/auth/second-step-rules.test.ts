import { describe, expect, it } from 'vitest'
import { role } from '../users/role.ts'
import { readRecoveryCode, shownRecoveryCode } from './recovery-code.ts'
import { secondStepBody, totpConfirmBody } from './second-step.ts'
import { canRemoveMethod, canResetSecondStep, needsSecondStep } from './second-step-rules.ts'

describe('a second step', () => {
  // proves 18.18
  it.each([
    ['off', []],
    ['admins', [role.admin]],
    ['managers', [role.admin, role.manager]],
    ['all', [role.admin, role.manager, role.user]],
  ] as const)('is demanded with %s of %j', (demand, demanded) => {
    for (const one of Object.values(role)) {
      expect(needsSecondStep(demand, { role: one })).toBe((demanded as readonly string[]).includes(one))
    }
  })

  it('keeps its last method while it is demanded', () => {
    expect(canRemoveMethod(false, 0)).toEqual({ allowed: true })
    expect(canRemoveMethod(true, 1)).toEqual({ allowed: true })
    expect(canRemoveMethod(true, 0)).toMatchObject({ allowed: false, code: 'SECOND_STEP_REQUIRED' })
  })

  it('is reset by an Admin, and not their own', () => {
    const admin = { id: 1, role: role.admin }
    expect(canResetSecondStep(admin, { id: 2 })).toEqual({ allowed: true })
    expect(canResetSecondStep(admin, { id: 1 })).toMatchObject({ code: 'OWN_SECOND_STEP' })
    for (const other of [role.manager, role.user]) {
      expect(canResetSecondStep({ id: 3, role: other }, { id: 2 })).toMatchObject({ code: 'ONLY_ADMINS' })
    }
  })
})

describe('a typed code', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['12\u00a03456', '123456'],
  ])('%j is %s', (typed, code) => {
    expect(totpConfirmBody.parse({ code: typed })).toEqual({ code })
  })

  it.each([
    ['', 'Informe o código'],
    [' - ', 'Informe o código'],
    [undefined, 'Informe o código'],
    [123456, 'Informe o código'],
    ['1'.repeat(41), 'Código incorreto'],
  ])('refuses %j with a sentence', (code, sentence) => {
    const result = secondStepBody.safeParse({ method: 'totp', token: 't', code })
    expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([['code', sentence]])
  })

  it.each([
    ['7K2M-Q9XT-04RD', '7K2MQ9XT04RD'],
    ['7k2m q9xt 04rd', '7K2MQ9XT04RD'],
    ['7k2mq9xtO4rd', '7K2MQ9XT04RD'],
    ['iL2m-q9xt-o4rd', '112MQ9XT04RD'],
    ['7K2M-Q9XT-04R', null],
    ['7K2M-Q9XT-04RDD', null],
    ['7K2M-Q9XT-04RU', null],
    ['123456', null],
    ['', null],
  ])('%j is the recovery code %s', (typed, code) => {
    expect(readRecoveryCode(typed)).toBe(code)
    if (code) expect(readRecoveryCode(shownRecoveryCode(code))).toBe(code)
  })
})
