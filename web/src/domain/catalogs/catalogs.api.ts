import type { Category, CategoryInput } from '@malote/core/categories/category.ts'
import { categoryEditWire, categoryInputWire, readCategories } from '@malote/core/categories/category.wire.ts'
import {
  type Department,
  type DepartmentInput,
  departmentEditWire,
  departmentInputWire,
  departmentWire,
} from '@malote/core/departments/department.ts'
import {
  type ItemType,
  type ItemTypeInput,
  itemTypeEditWire,
  itemTypeInputWire,
  itemTypeWire,
} from '@malote/core/item-types/item-type.ts'
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

/**
 * Query options for a settings screen that shares a lookup list with the forms: its data becomes stale sooner (contract
 * 9.14). The route has just fetched it, so a failure is only retried when the user asks for it.
 */
export const asSettings = { staleTime: staleTime.lists, retryOnMount: false } as const

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => readCategories(await api.get('/api/categories', { signal })),
  staleTime: staleTime.lookups,
})

const categoryEntries = {
  path: '/api/categories',
  queryKey: categoriesQuery.queryKey,
  idName: 'ctid',
  input: categoryInputWire,
  edit: categoryEditWire,
} satisfies Entries<Category, CategoryInput>

export const saveCategory = (queryClient: QueryClient) => saveEntry(queryClient, categoryEntries)

export const deleteCategory = (queryClient: QueryClient) => deleteEntry(queryClient, categoryEntries)

export const itemTypesQuery = queryOptions({
  queryKey: ['item-types'],
  queryFn: async ({ signal }) => readWire(z.array(itemTypeWire), await api.get('/api/item-types', { signal })),
  staleTime: staleTime.lookups,
})

const itemTypeEntries = {
  path: '/api/item-types',
  queryKey: itemTypesQuery.queryKey,
  idName: 'id',
  input: itemTypeInputWire,
  edit: itemTypeEditWire,
} satisfies Entries<ItemType, ItemTypeInput>

export const saveItemType = (queryClient: QueryClient) => saveEntry(queryClient, itemTypeEntries)

export const deleteItemType = (queryClient: QueryClient) => deleteEntry(queryClient, itemTypeEntries)
