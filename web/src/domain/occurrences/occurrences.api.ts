import { editFormats } from '@malote/core/items/attachment-formats.ts'
import type { Item } from '@malote/core/items/item.ts'
import {
  mostOccurrenceFiles,
  type NewOccurrence,
  type Occurrence,
  type OccurrenceFilter,
  type OccurrenceResolution,
  occurrenceFilterWire,
  occurrencePageWire,
  occurrenceWire,
  tooManyOccurrenceFiles,
} from '@malote/core/occurrences/occurrence.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { wireQuery } from '../../lib/in-address.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { fileProblem } from '../items/file-problem.ts'
import { refreshCustody } from '../protocols/protocols.api.ts'

export const occurrencesQuery = (filter: OccurrenceFilter) =>
  queryOptions({
    queryKey: ['occurrences', 'list', filter],
    queryFn: async ({ signal }) =>
      readWire(
        occurrencePageWire,
        await api.get('/api/occurrences', { query: wireQuery(occurrenceFilterWire, filter), signal }),
      ),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

/** All occurrences of a protocol, open and resolved. */
export const protocolOccurrencesQuery = (protocolId: number) =>
  queryOptions({
    queryKey: ['occurrences', 'protocol', protocolId],
    queryFn: async ({ signal }) =>
      readWire(z.array(occurrenceWire), await api.get(`/api/protocols/${protocolId}/occurrences`, { signal })),
    staleTime: staleTime.lists,
  })

interface SentOccurrence extends NewOccurrence {
  files: readonly File[]
  onProgress?: (percent: number) => void
}

interface Opening extends SentOccurrence {
  item: Pick<Item, 'id' | 'protocolId'>
}

/** The call alone, for a form that sends several. */
export function sendOccurrence(itemId: number, { kind, description, files, onProgress }: SentOccurrence) {
  const path = `/api/protocols/items/${itemId}/occurrences`
  if (files.length === 0) return api.post(path, { kind, description })
  const form = new FormData()
  form.set('kind', kind)
  form.set('description', description)
  for (const [index, file] of files.entries()) form.set(`attachment_${index}`, file)
  return api.upload(path, form, onProgress && { onProgress })
}

export const openingFailed = 'Erro ao registrar a ocorrência. Tente novamente.'

export const openOccurrence = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ item, ...occurrence }: Opening) => sendOccurrence(item.id, occurrence),
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { item: { id, protocolId } }) => {
        const text = 'Ocorrência registrada com sucesso!'
        // The page of the protocol shows it itself.
        if (location.pathname === `/protocolos/${protocolId}`) return text
        return { text, link: { path: `/protocolos/${protocolId}?item=${id}`, label: 'Ver ocorrência' } }
      },
      failure: openingFailed,
    },
  )

export const resolvingFailed = 'Erro ao resolver a ocorrência. Tente novamente.'

export const resolveOccurrence = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, ...resolution }: OccurrenceResolution & Pick<Occurrence, 'id'>) =>
        api.post(`/api/occurrences/${id}/resolve`, resolution),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: 'Ocorrência resolvida com sucesso!', failure: resolvingFailed },
  )

/** Why the server would refuse the files of an occurrence; undefined when it would not. */
export function occurrenceFilesProblem(files: readonly File[], maxMegabytes: number | undefined): string | undefined {
  if (files.length > mostOccurrenceFiles) return tooManyOccurrenceFiles
  return files.map((file) => fileProblem(file, editFormats, maxMegabytes)).find(Boolean)
}
