import type { Match } from '@malote/core/protocols/protocol.ts'
import type { ItemHit, SearchHits } from '@malote/core/search/search-hits.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import { IconBuildingStore, IconFileText, IconRoute, IconTag, type TablerIcon } from '@tabler/icons-react'
import { itemName } from '../../domain/items/item-name.ts'
import { stateOf } from '../../domain/protocols/custody-side.ts'
import type { PathState } from '../../ui/path/path-small.tsx'

/** An entry in the results of search-and-go. */
export interface Entry {
  id: string
  icon: TablerIcon
  label: string
  /** What it is about, above the label. */
  subject?: string
  /** Between two departments, drawn beside the label. */
  path?: { from: string; to: string; state: PathState }
  /** Distinguishes it from similar entries. */
  hint?: string
  /** Why the search found it. */
  match?: Match | null | undefined
  /** A path of the app, or an action. */
  go: string | (() => void)
}

export interface EntryGroup {
  name: string
  entries: readonly Entry[]
}

/** Entries whose name contains the text; accents and case are ignored. */
export const named = (entries: readonly Entry[], text: string) =>
  entries.filter(({ label }) => searchable(label).includes(searchable(text)))

/** Turns the server's hits for a text into groups of entries. */
export function hitGroups({ protocols, documents, suppliers, supplies }: SearchHits, text: string): EntryGroup[] {
  const shown = new Set(documents.map(({ id }) => id))
  // A document leads to its own row, which its protocol would only repeat.
  const withDocument = new Set(documents.map(({ protocolId }) => protocolId))
  const others = protocols.filter(({ id, match }) => match?.field !== 'document' || !withDocument.has(id))
  const numbers = { name: 'Documentos', entries: documents.map(itemEntry) }
  const isNumber = documents.some(({ documentNumber }) => searchable(documentNumber ?? '') === searchable(text))
  return [
    ...(isNumber ? [numbers] : []),
    { name: 'Protocolos', entries: others.map(protocolEntry) },
    ...(isNumber ? [] : [numbers]),
    {
      name: 'Fornecedores',
      entries: suppliers.map(({ id, name, cnpj }) => ({
        id: `supplier-${id}`,
        icon: IconBuildingStore,
        label: name || 'Fornecedor sem nome',
        hint: cnpj ? formatCnpj(cnpj) : '',
        go: `/settings/suppliers?${new URLSearchParams({ search: cnpj || name || '' })}`,
      })),
    },
    { name: 'Documentos destes fornecedores', entries: supplies.filter(({ id }) => !shown.has(id)).map(itemEntry) },
  ]
}

type ShownProtocol = Omit<SearchHits['protocols'][number], 'remarks'> & { remarks: string | null }

/** A protocol, by what it is about. */
export const protocolEntry = (protocol: ShownProtocol): Entry => ({
  id: `protocol-${protocol.id}`,
  icon: IconFileText,
  label: `Protocolo #${protocol.id}`,
  subject: protocol.remarks ?? '',
  path: { from: protocol.originDepartment, to: protocol.destinationDepartment, state: stateOf(protocol) },
  hint: protocol.status,
  // The subject says it already.
  match: protocol.match?.text === protocol.remarks ? null : protocol.match,
  go: `/protocolos/${protocol.id}`,
})

const itemEntry = ({ id, protocolId, documentNumber, itemType, supplier, status }: ItemHit): Entry => ({
  id: `item-${id}`,
  icon: IconTag,
  label: itemName({ documentNumber, itemType }),
  hint: [documentNumber && itemType, `Protocolo #${protocolId}`, supplier, status].filter(Boolean).join(' · '),
  go: `/protocolos/${protocolId}?item=${id}`,
})

/** Links to screens that search in more than the first hits. */
export const furtherEntries = (text: string): Entry[] => [
  {
    id: 'further-tracking',
    icon: IconRoute,
    label: `Rastrear “${text}” como documento`,
    go: `/rastreamento?${new URLSearchParams({ type: 'document', search: text })}`,
  },
  {
    id: 'further-protocols',
    icon: IconFileText,
    label: `Buscar “${text}” nos protocolos`,
    go: `/protocolos?${new URLSearchParams({ search: text })}`,
  },
]
