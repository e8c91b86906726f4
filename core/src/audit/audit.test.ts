import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditActions } from './audit-event.ts'
import { actionsOf, auditChoices, auditFamilies, auditFilter } from './audit-filter.ts'
import { auditValueWords } from './audit-words.ts'
import { changedFields } from './changed-fields.ts'

describe('audit filter', () => {
  describe('the action of a filter', () => {
    it.each([
      ['user', ['user.address-confirmed', 'user.created', 'user.changed', 'user.deleted', 'user.anonymized']],
      ['user.created', ['user.created']],
      ['sign-in', ['sign-in']],
      ['sign-in.failed', ['sign-in.failed']],
      ['access', ['access.denied']],
    ] as const)('%s stands for %j', (choice, actions) => expect(actionsOf(choice)).toEqual(actions))

    it('knows every family once, and no family is an action', () => {
      expect(new Set(auditFamilies).size).toBe(auditFamilies.length)
      expect(auditFamilies.filter((family) => (auditActions as readonly string[]).includes(family))).toEqual([])
      for (const choice of auditChoices) expect(actionsOf(choice).length).toBeGreaterThan(0)
    })

    it('is one of them, or none', () => {
      expect(auditFilter.parse({})).toEqual({ page: 1 })
      expect(auditFilter.parse({ action: 'USER', actor: '7', from: '2026-11-01', page: '3' })).toEqual({
        ...{ action: 'user', actor: 7, from: '2026-11-01', page: 3 },
      })
      expect(auditFilter.safeParse({ action: 'usuario' }).success).toBe(false)
      expect(auditFilter.safeParse({ to: '2026-02-30' }).success).toBe(false)
    })
  })
})

// proves 18.38
it.each([
  ['dateFilter', 'overdue', 'Atrasados'],
  ['side', 'toReceive', 'A receber de volta'],
  ['responsible', 'none', 'Sem responsável'],
  ['type', 'department', 'Por Departamento'],
  ['period', 'month', 'Último Mês'],
  ['action', 'user.created', 'Usuário criado'],
  ['kind', 'totp', 'Aplicativo autenticador'],
  ['methods', [{ kind: 'passkey', name: 'YubiKey' }], 'Tipo: Chave de acesso; Nome: YubiKey'],
  ['uname', 'overdue', 'overdue'],
  ['is_active', true, 'Sim'],
])('%s %j is read as %j', (name, value, words) => expect(auditValueWords(name, value)).toBe(words))

describe('changed fields', () => {
  it('has only what differs, under both', () => {
    expect(changedFields({ uname: 'Ana', uphone: null, udpid: 1 }, { uname: 'Ana Lima', udpid: 1 })).toEqual({
      before: { uname: 'Ana' },
      after: { uname: 'Ana Lima' },
    })
    expect(changedFields({ color: '#0E5A6B' }, { color: null, return_days: 5 })).toEqual({
      before: { color: '#0E5A6B', return_days: null },
      after: { color: null, return_days: 5 },
    })
  })

  it('says nothing of a record that stays as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        expect(changedFields(fields, { ...fields })).toBeUndefined()
      }),
    )
  })
})
