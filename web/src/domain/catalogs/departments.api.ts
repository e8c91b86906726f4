import {
  type Department,
  type DepartmentInput,
  departmentEditWire,
  departmentInputWire,
  departmentWire,
} from '@malote/core/departments/department.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { userOptionWire } from '@malote/core/users/user.wire.ts'
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { deleteEntry, type Entries, saveEntry } from './entry-mutations.ts'

const departmentKeys = {
  all: ['departments'] as const,
  users: (id: number | null) => [...departmentKeys.all, id, 'users'] as const,
}

export const departmentsQuery = queryOptions({
  queryKey: departmentKeys.all,
  queryFn: async ({ signal }) => readWire(z.array(departmentWire), await api.get('/api/departments', { signal })),
  staleTime: staleTime.lookups,
})

/** The users of a department who can be responsible for an item; skipped while no department is selected. */
export const departmentUsersQuery = (id: number | null) =>
  queryOptions({
    queryKey: departmentKeys.users(id),
    queryFn: id
      ? async ({ signal }) =>
          readWire(z.array(userOptionWire), await api.get(`/api/departments/${id}/users`, { signal }))
      : skipToken,
    staleTime: staleTime.lists,
  })

const departmentEntries = {
  path: '/api/departments',
  queryKey: departmentKeys.all,
  idName: 'dpid',
  input: departmentInputWire,
  edit: departmentEditWire,
} satisfies Entries<Department, DepartmentInput>

export const saveDepartment = (queryClient: QueryClient) => saveEntry(queryClient, departmentEntries)

export const deleteDepartment = (queryClient: QueryClient) => deleteEntry(queryClient, departmentEntries)
