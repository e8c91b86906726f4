import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { refreshRegister } from './refresh-register.ts'

/** What is saved: a new row, or the fields of a known one. */
export interface Saving<Row, Fields> {
  id: number | null
  fields: Fields
  /** The row as it was shown when the edit began: the server refuses to overwrite what somebody else saved since. */
  current: Row | null
}

/** How the rows of a settings screen are saved and deleted. */
export interface Entries<Row, Fields> {
  /** Of all of them; each is at `path/{id}`. */
  path: string
  /** The lists that show them. */
  queryKey: QueryKey
  /** The name of their identity on the wire. */
  idName: string
  input: z.ZodType<Fields, object>
  /** May leave fields as they are. */
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
    onSettled: () => refreshRegister(queryClient, queryKey),
  })

export const deleteEntry = (
  queryClient: QueryClient,
  { path, queryKey }: Pick<Entries<never, never>, 'path' | 'queryKey'>,
) =>
  mutationOptions({
    mutationFn: (id: number) => api.delete<void>(`${path}/${id}`),
    onSettled: () => refreshRegister(queryClient, queryKey),
  })
