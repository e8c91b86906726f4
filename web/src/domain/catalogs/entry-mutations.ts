import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'

/** The data of a save: a new row, or the changed fields of an existing one. */
export interface Saving<Row, Fields> {
  id: number | null
  fields: Fields
  /** The row as shown when the edit began: the server refuses to overwrite changes that were saved since. */
  current: Row | null
}

/** How to save and delete the rows of a settings screen. */
export interface Entries<Row, Fields> {
  /** The collection's path; each record is at `path/{id}`. */
  path: string
  /** The query key of the lists that show them. */
  queryKey: QueryKey
  /** Wire name of the id. */
  idName: string
  input: z.ZodType<Fields, object>
  /** The wire schema of an edit, where fields may be omitted. */
  edit: z.ZodType<Partial<Fields> & { current?: Partial<Row> | undefined }, object>
}

export const saveEntry = <Row, Fields>(
  queryClient: QueryClient,
  { path, queryKey, idName, input, edit }: Entries<Row, Fields>,
) =>
  mutationOptions({
    mutationFn: ({ id, fields, current }: Saving<Row, Fields>) =>
      id === null
        ? api.post<unknown>(path, z.encode(input, fields))
        : api.put<unknown>(`${path}/${id}`, {
            [idName]: id,
            ...z.encode(edit, { ...fields, current: current ?? undefined }),
          }),
    onSettled: () => refreshCatalog(queryClient, queryKey),
  })

export const deleteEntry = (
  queryClient: QueryClient,
  { path, queryKey }: Pick<Entries<never, never>, 'path' | 'queryKey'>,
) =>
  mutationOptions({
    mutationFn: (id: number) => api.delete<void>(`${path}/${id}`),
    onSettled: () => refreshCatalog(queryClient, queryKey),
  })

/**
 * Call it after a change of a record that other data refers to by name. Waits for the list on the screen to be
 * refetched; all other queries, which may contain the old name, are only invalidated.
 */
export async function refreshCatalog(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const refreshed = queryClient.invalidateQueries({ queryKey })
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  await refreshed
}
