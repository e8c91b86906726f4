import { role } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { describe, expect, it } from 'vitest'
import { userSearch } from '../../domain/screens/searches.ts'
import { searchableUsers } from './user-filter.ts'

const person = (id: number, name: string, fields: Partial<User> = {}): User => ({
  id,
  name,
  email: `pessoa${id}@malote.test`,
  phone: null,
  departmentId: 1,
  departmentName: 'Jurídico',
  role: role.user,
  isActive: true,
  firstAccess: false,
  protocolsCreated: 0,
  ...fields,
})

const people = [
  person(1, 'Ágata Conceição', { role: role.admin }),
  person(2, 'Bruno Lima', { departmentId: 2 }),
  person(3, 'Caio', { isActive: false, email: 'CAIO.LIMA@malote.test' }),
]

// proves 2.12.9
describe('the filters of the people', () => {
  it.each([
    [{}, [1, 2, 3]],
    [{ search: 'agata' }, [1]],
    [{ search: ' CONCEICAO ' }, [1]],
    [{ search: 'lima' }, [2, 3]],
    [{ search: 'caio.lima@' }, [3]],
    [{ search: 'limapessoa' }, []],
    [{ search: '%' }, []],
    [{ department: 2 }, [2]],
    [{ role: role.admin }, [1]],
    [{ status: 'inactive' as const }, [3]],
    [{ status: 'active' as const, search: 'lima' }, [2]],
  ])('%j leave %j', (search, ids) => {
    expect(searchableUsers(people)(search).map(({ id }) => id)).toEqual(ids)
  })

  it('survive people without a name or an address', () => {
    const broken = [{ id: 9 } as User]
    expect(searchableUsers(broken)({ search: 'x' })).toEqual([])
    expect(searchableUsers(broken)({})).toEqual(broken)
  })
})

describe('the address', () => {
  it('keeps what is set', () => {
    const search = { search: '10', department: '4', role: 'Gestor', status: 'active', page: '2' }
    expect(userSearch(search)).toEqual({ ...search, department: 4, page: 2 })
  })

  it.each([
    { page: '1' },
    { page: '-3' },
    { department: 'RH' },
    { role: 'Chefe' },
    { status: 'todos' },
    { cor: 'azul' },
  ])('lets nothing but a filter through: %j', (search) => expect(userSearch(search)).toEqual({}))
})
