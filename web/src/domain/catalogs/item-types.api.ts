import {
  type ItemType,
  type ItemTypeInput,
  itemTypeEditWire,
  itemTypeInputWire,
  itemTypeWire,
} from '@malote/core/item-types/item-type.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { deleteEntry, type Entries, saveEntry } from './entry-mutations.ts'

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
