import { describe, expect, it } from 'vitest'
import { role } from '../users/role.ts'
import { roleOf, rolePairs } from './role-pairs.ts'

const pairs = (text: string) => rolePairs.parse(text)

describe('OIDC_ROLES', () => {
  it('is a list of pairs, with the role in either of its names', () => {
    expect(pairs('groups=malote-admins:Admin, groups=chefes:manager,https://x.test/cargo=a=b:c:Usuário')).toEqual([
      { claim: 'groups', value: 'malote-admins', role: role.admin },
      { claim: 'groups', value: 'chefes', role: role.manager },
      { claim: 'https://x.test/cargo', value: 'a=b:c', role: role.user },
    ])
  })

  it.each([
    'admins',
    'groups=admins',
    'groups:Admin',
    'groups=:Admin',
    '=x:Admin',
    'groups=x:Chefe',
    'a=b:Admin,',
    ' ',
  ])('refuses %s', (text) => {
    expect(rolePairs.safeParse(text).error?.issues[0]?.message).toMatch(/^informe pares como/)
  })
})

describe('the role of a person', () => {
  const rules = pairs('groups=malote-admins:Admin,realm_access.roles=gestor:Gestor,level=3:Gestor,groups=todos:Usuário')

  // proves 18.6
  it.each([
    ['a list', { groups: ['outros', 'malote-admins'] }, role.admin],
    ['a text', { groups: 'malote-admins' }, role.admin],
    ['a number', { level: 3 }, role.manager],
    ['a list inside of an object', { realm_access: { roles: ['gestor'] } }, role.manager],
    ['a claim with a dot in its name', { 'realm_access.roles': 'gestor' }, role.manager],
    ['the first of several pairs', { groups: ['todos', 'malote-admins'] }, role.admin],
    ['another value', { groups: ['malote-admins-antigos'] }, undefined],
    ['a part of the value', { groups: 'x malote-admins' }, undefined],
    ['another letter case', { groups: ['Malote-Admins'] }, undefined],
    ['an object', { groups: { 'malote-admins': true } }, undefined],
    ['no claim', {}, undefined],
    ['null', { groups: null, realm_access: null }, undefined],
  ])('follows from %s', (_, claims, expected) => {
    expect(roleOf(rules, claims)).toBe(expected)
  })

  // proves V15.3.6
  it('is not read from what every object has', () => {
    expect(roleOf(pairs('constructor.name=Object:Admin'), {})).toBeUndefined()
  })
})
