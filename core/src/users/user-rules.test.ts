import { describe, expect, it } from 'vitest'
import { allowed, refused } from '../shared/verdict.ts'
import { anonymizedEmail } from './anonymized.ts'
import { type Role, role } from './role.ts'
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
