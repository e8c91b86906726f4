import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allowed, refused } from '../shared/verdict.ts'
import { anonymizedEmail } from './anonymized.ts'
import { maskedPhone } from './phone.ts'
import { type Role, role } from './role.ts'
import { newUserWire, userEditWire, userWire } from './user.wire.ts'
import {
  canAdminister,
  canAnonymize,
  canChangeUser,
  canDeleteUser,
  canExportPersonalData,
  canHaveRole,
  canInviteUser,
  canReadUsers,
  changesAccess,
} from './user-rules.ts'

describe('phone', () => {
  describe('a phone', () => {
    it.each([
      ['', ''],
      ['1', '(1'],
      ['11', '(11'],
      ['119', '(11) 9'],
      ['(11) 9123-4', '(11) 9123-4'],
      ['1140000000', '(11) 4000-0000'],
      ['11912345678', '(11) 91234-5678'],
      ['(11) 91234-56789', '(11) 91234-5678'],
      ['+351 912 345 678', '+351 912 345 678'],
      ['0800 123 4567', '0800 123 4567'],
      ['11 4000-0000 ramal 12', '11 4000-0000 ramal 12'],
    ])('typed as %j reads %j', (typed, expected) => expect(maskedPhone(typed)).toBe(expected))

    it('keeps its form when it is masked again', () => {
      fc.assert(fc.property(fc.string(), (typed) => maskedPhone(maskedPhone(typed)) === maskedPhone(typed)))
    })
  })
})

describe('user wire', () => {
  const sentences = (schema: z.ZodType, sent: unknown) => {
    const result = z.safeDecode(schema, sent)
    if (result.success) return {}
    const first: Record<string, string> = {}
    for (const { path, message } of result.error.issues) first[path.join('.')] ??= message
    return first
  }

  const valid = { uname: 'Ana', uemail: 'ana@malote.com.br', udpid: 3 }

  describe('a person on the wire', () => {
    // proves 1.2, 3.2
    it('has the contract’s names in both directions', () => {
      const ana = {
        id: 7,
        name: 'Ana',
        email: 'ana@malote.com.br',
        phone: null,
        departmentId: 3,
        departmentName: 'Jurídico',
        role: role.manager,
        isActive: true,
        firstAccess: true,
        protocolsCreated: 2,
      }
      const wire = z.encode(userWire, ana)
      expect(wire).toEqual({
        uid: 7,
        uname: 'Ana',
        uemail: 'ana@malote.com.br',
        uphone: null,
        udpid: 3,
        department_name: 'Jurídico',
        role: 'Gestor',
        is_active: true,
        first_access: 1,
        protocols_created: 2,
      })
      expect(z.decode(userWire, wire)).toEqual(ana)
    })

    // proves 1.2
    it('is an active Usuário when new unless it says otherwise, and as it was when edited', () => {
      expect(z.decode(newUserWire, valid)).toMatchObject({ role: role.user, isActive: true, departmentId: 3 })
      const other = { ...valid, udpid: '3', role: 'manager', is_active: 0 } as const
      expect(z.decode(newUserWire, other)).toMatchObject({ role: role.manager, isActive: false, departmentId: 3 })
      expect(z.decode(userEditWire, valid)).toEqual({ name: 'Ana', email: 'ana@malote.com.br', departmentId: 3 })
    })

    it.each([
      [{}, { uname: 'Nome é obrigatório', uemail: 'E-mail é obrigatório', udpid: 'Departamento é obrigatório' }],
      [{ ...valid, uname: '   ' }, { uname: 'Nome é obrigatório' }],
      [{ ...valid, uemail: '' }, { uemail: 'E-mail é obrigatório' }],
      [{ ...valid, uemail: 'ana' }, { uemail: 'E-mail inválido' }],
      [{ ...valid, uemail: 'Ana@Anonimo.invalid' }, { uemail: 'E-mail inválido' }],
      [{ ...valid, udpid: null }, { udpid: 'Departamento é obrigatório' }],
      [{ ...valid, role: 'chefe' }, { role: 'Perfil inválido' }],
    ])('is refused as %j', (sent, expected) => {
      expect(sentences(newUserWire, sent)).toEqual(expected)
      expect(sentences(userEditWire, sent)).toEqual(expected)
    })

    // proves 5.1.2
    it.each([
      'a@b.co',
      "d'avila@b.co",
      'a!#$&*/=?^`{|}~@b.co',
      ' \u200ba@b.co\u00a0',
      'a@b.xn--p1ai',
      'ANA.SILVA@MALOTE.COM.BR',
      'ana+teste@sub.malote.gov.br',
      'a_b-c%d@x-y.org',
    ])('may have the address %s', (uemail) => expect(sentences(newUserWire, { ...valid, uemail })).toEqual({}))

    // proves 5.1.2
    it.each([
      'a@b',
      '@b.co',
      'a b@c.de',
      'a@b..co',
      'a..b@c.de',
      '.a@b.co',
      'a.@b.co',
      'a@-b.co',
      '\u212aana@b.co',
      'a@b.có',
      'a@b-.co',
      `${'a'.repeat(65)}@b.co`,
      `a@${'b'.repeat(64)}.co`,
      'a@b.c',
      'a@b.co,c@d.ef',
      `${'a'.repeat(250)}@b.co`,
    ])('may not have the address %s', (uemail) =>
      expect(sentences(newUserWire, { ...valid, uemail })).toEqual({ uemail: 'E-mail inválido' }),
    )
  })
})

const viewer = (one: Role, id = 1) => ({ id, role: one })
const admin = viewer(role.admin)
const email = 'ana@malote.test'
const active = (one: Role) => ({ id: 2, email, role: one, isActive: true })
const inactive = (one: Role) => ({ id: 2, email, role: one, isActive: false })

// proves 10.6
describe('who may read and manage people', () => {
  it.each([
    [role.admin, allowed, allowed],
    [role.manager, allowed, refused('ONLY_ADMINS')],
    [role.user, refused('ONLY_ADMINS_AND_MANAGERS'), refused('ONLY_ADMINS')],
  ])('%s', (one, mayRead, mayManage) => {
    expect(canReadUsers(viewer(one))).toEqual(mayRead)
    expect(canAdminister(viewer(one))).toEqual(mayManage)
    expect(canInviteUser(viewer(one), { isActive: true })).toEqual(mayManage)
  })

  it('a deactivated person is not invited', () => {
    expect(canInviteUser(admin, { isActive: false })).toEqual(refused('USER_INACTIVE'))
  })
})

// proves 10.8
describe('the last active Admin', () => {
  it.each([
    ['demoted', active(role.admin), active(role.manager), 1, refused('LAST_ADMIN')],
    ['deactivated', active(role.admin), inactive(role.admin), 1, refused('LAST_ADMIN')],
    ['left an Admin', active(role.admin), active(role.admin), 1, allowed],
    ['demoted beside another', active(role.admin), active(role.user), 2, allowed],
    ['demoted while inactive', inactive(role.admin), inactive(role.user), 1, allowed],
    ['promoted', active(role.user), active(role.admin), 1, allowed],
    ['deactivated as a Gestor', active(role.manager), inactive(role.manager), 1, allowed],
  ])('%s', (_, before, after, activeAdmins, verdict) => {
    expect(canChangeUser(admin, before, after, activeAdmins)).toEqual(verdict)
  })

  it.each([
    ['deactivated as one of two', 2, inactive(role.admin), refused('OWN_ACCOUNT_STAYS_ACTIVE')],
    ['deactivated as the last', 1, inactive(role.admin), refused('LAST_ADMIN')],
    ['demoted as one of two', 2, active(role.user), allowed],
  ])('by themselves: %s', (_, activeAdmins, after, verdict) => {
    expect(canChangeUser(admin, { ...active(role.admin), id: admin.id }, after, activeAdmins)).toEqual(verdict)
  })

  it('is only an Admin’s to change', () => {
    expect(canChangeUser(viewer(role.manager), active(role.user), active(role.user), 2)).toEqual(refused('ONLY_ADMINS'))
  })
})

describe('another role, whoever gives it', () => {
  it.each([
    ['for the last Admin', active(role.admin), 5, role.user, 1, refused('LAST_ADMIN')],
    ['for one of two Admins', active(role.admin), 5, role.user, 2, allowed],
    ['for the last Admin: the same', active(role.admin), 5, role.admin, 1, allowed],
    ['for an Admin without a department', active(role.admin), null, role.user, 2, refused('DEPARTMENT_MISSING')],
    ['Admin, without a department', active(role.admin), null, role.admin, 2, allowed],
    ['Admin', active(role.user), 5, role.admin, 1, allowed],
  ])('%s', (_, person, departmentId, after, activeAdmins, verdict) => {
    expect(canHaveRole({ ...person, departmentId }, after, activeAdmins)).toEqual(verdict)
  })
})

it.each([
  [{}, false],
  [{ email: 'ANA@Malote.test' }, false],
  [{ email: 'rui@malote.test' }, true],
  [{ role: role.manager }, true],
  [{ email: 'rui@malote.test', role: role.manager }, true],
])('changing %j changes how somebody gets in: %s', (change, expected) => {
  const before = { email, role: role.user, isActive: true }
  expect(changesAccess(before, { ...before, ...change })).toBe(expected)
})

it.each([
  [role.admin, true],
  [role.manager, false],
  [role.user, false],
])('activating a deactivated %s changes how somebody gets in: %s', (one, expected) => {
  const before = { email, role: one, isActive: false }
  expect(changesAccess(before, { ...before, isActive: true })).toBe(expected)
  expect(changesAccess({ ...before, isActive: true }, before)).toBe(false)
})

describe('deleting a person', () => {
  const other = { ...active(role.user), protocolsCreated: 0 }

  it.each([
    ['a person without protocols', admin, other, 1, allowed],
    ['oneself', admin, { ...other, id: 1, role: role.admin }, 2, refused('NOT_YOURSELF')],
    ['the last Admin', admin, { ...other, role: role.admin }, 1, refused('LAST_ADMIN')],
    ['another Admin', admin, { ...other, role: role.admin }, 2, allowed],
    ['an inactive Admin', admin, { ...other, ...inactive(role.admin) }, 1, allowed],
    ['a creator of protocols', admin, { ...other, protocolsCreated: 1 }, 1, refused('USER_HAS_PROTOCOLS')],
    ['anybody, by a Gestor', viewer(role.manager), other, 1, refused('ONLY_ADMINS')],
  ])('%s', (_, who, subject, activeAdmins, verdict) => {
    expect(canDeleteUser(who, subject, activeAdmins)).toEqual(verdict)
  })
})

describe('personal data', () => {
  // proves 18.75
  it.each([
    ['one’s own', viewer(role.user, 2), allowed],
    ['somebody else’s', viewer(role.manager), refused('ONLY_OWN_DATA')],
    ['somebody else’s, by an Admin', admin, allowed],
  ])('exported: %s', (_, by, verdict) => {
    expect(canExportPersonalData(by, 2)).toEqual(verdict)
  })

  const departed = { email, isActive: false }
  const removed = { email: anonymizedEmail(2), isActive: false }
  it.each([
    ['of somebody who left', admin, departed, 0, allowed],
    ['by a Gestor', viewer(role.manager), departed, 0, refused('ONLY_ADMINS')],
    ['of somebody who still works here', admin, { email, isActive: true }, 0, refused('USER_STILL_ACTIVE')],
    ['of somebody who holds an item', admin, departed, 1, refused('USER_HOLDS_ITEMS')],
    ['twice', admin, removed, 0, refused('USER_ANONYMIZED')],
  ])('removed: %s', (_, by, subject, pendingItems, verdict) => {
    expect(canAnonymize(by, subject, pendingItems)).toEqual(verdict)
  })

  it('do not come back', () => {
    const before = { ...inactive(role.user), email: removed.email }
    expect(canChangeUser(admin, before, active(role.user), 2)).toEqual(refused('USER_ANONYMIZED'))
  })
})
