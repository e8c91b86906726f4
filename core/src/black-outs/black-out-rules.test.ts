import { describe, expect, it } from 'vitest'
import { role } from '../users/role.ts'
import { blackOutBody, itemBlackOutBody, removalOf } from './black-out.ts'
import { canBlackOut } from './black-out-rules.ts'

const admin = { role: role.admin }

// proves 18.70
describe('removing content', () => {
  it.each([role.manager, role.user])('is not for a %s', (name) =>
    expect(canBlackOut({ role: name }, { text: 'Texto' })).toMatchObject({ allowed: false, code: 'ONLY_ADMINS' }),
  )

  it.each([
    ['a text', { text: 'CPF de alguém' }, undefined],
    ['the texts of an entry', { text: 'Editado', action: 'Protocolo editado' }, undefined],
    ['what is not there', { text: null }, 'NOTHING_TO_REMOVE'],
    ['a text twice', { text: '[conteúdo removido]' }, 'CONTENT_ALREADY_REMOVED'],
    ['a file twice', { text: '[arquivo removido]' }, 'CONTENT_ALREADY_REMOVED'],
    ['the record of a removal', { text: 'Motivo', action: 'Conteúdo removido' }, 'REMOVAL_STAYS'],
  ])('%s', (_, removable, code) =>
    expect(canBlackOut(admin, removable)).toEqual(code ? expect.objectContaining({ code }) : { allowed: true }),
  )
})

// proves 18.70
it('needs a reason of 3 to 500 characters, and one of the texts', () => {
  expect(blackOutBody.safeParse({ reason: '  ab ' }).success).toBe(false)
  expect(blackOutBody.safeParse({ reason: 'a'.repeat(501) }).success).toBe(false)
  expect(blackOutBody.parse({ reason: ' CPF ' })).toEqual({ reason: 'CPF' })
  expect(itemBlackOutBody.safeParse({ reason: 'CPF', field: 'document_number' }).success).toBe(false)
})

it('finds the latest removal of a text', () => {
  const one = { kind: 'remarks', targetId: 7, removedAt: '2026-11-22T10:00:00Z', removedBy: 'Ana' } as const
  const later = { ...one, removedAt: '2026-11-23T10:00:00Z' }
  expect(removalOf([one, later], 'remarks', 7)).toBe(later)
  expect(removalOf([one], 'remarks', 8)).toBeUndefined()
  expect(removalOf(undefined, 'remarks', 7)).toBeUndefined()
})
