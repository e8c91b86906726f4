import type { DepartmentInput } from '@malote/core/departments/department.ts'
import { departmentInputWire, departmentWire } from '@malote/core/departments/department.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { userOptionWire } from '@malote/core/users/user.wire.ts'
import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod'
import { refreshRegister } from '../../../domain/registers/refresh-register.ts'
import type { Saving } from '../../../domain/registers/use-register-form.ts'
import { api } from '../../../lib/api.ts'
import { staleTime } from '../../../lib/query-client.ts'

const departmentKeys = {
  all: ['departments'] as const,
  users: (id: number | null) => [...departmentKeys.all, id, 'users'] as const,
}

export const departmentsQuery = queryOptions({
  queryKey: departmentKeys.all,
  queryFn: async ({ signal }) => readWire(z.array(departmentWire), await api.get('/api/departments', { signal })),
  staleTime: staleTime.lookups,
})

/** The people of a department who may answer for an item; nobody is asked for while no department is chosen. */
export const departmentUsersQuery = (id: number | null) =>
  queryOptions({
    queryKey: departmentKeys.users(id),
    queryFn: id
      ? async ({ signal }) =>
          readWire(z.array(userOptionWire), await api.get(`/api/departments/${id}/users`, { signal }))
      : skipToken,
    staleTime: staleTime.lists,
  })

export const saveDepartment = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, fields }: Saving<DepartmentInput>) => {
      const body = z.encode(departmentInputWire, fields)
      return id === null ? api.post('/api/departments', body) : api.put(`/api/departments/${id}`, { dpid: id, ...body })
    },
    onSettled: () => refreshRegister(queryClient, departmentKeys.all),
  })

export const deleteDepartment = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => api.delete<void>(`/api/departments/${id}`),
    onSettled: () => refreshRegister(queryClient, departmentKeys.all),
  })
