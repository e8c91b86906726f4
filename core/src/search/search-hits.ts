import { z } from 'zod'
import { itemStatuses } from '../items/item-status.ts'
import { match } from '../protocols/protocol.ts'
import { protocolStatuses } from '../protocols/protocol-status.ts'
import { searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { flag, instant } from '../shared/wire-values.ts'

/** Most hits of each kind that search-and-go shows (contract 2.15.1). */
export const mostHits = 5

/** Shorter texts find protocol numbers and screens only. */
export const shortestText = 2

/** A protocol, found by its number or by what it says (contract 17.5). */
export const protocolHit = z.object({
  id: z.int(),
  status: z.enum(protocolStatuses),
  originDepartment: z.string(),
  destinationDepartment: z.string(),
  remarks: z.string(),
  requiresReturn: flag,
  receivedAt: instant.nullable(),
  pendingItems: z.int(),
  match: match.nullish(),
})

/** An item by its document number, or by its supplier. */
export const itemHit = z.object({
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  itemType: z.string(),
  supplier: z.string().nullable(),
  status: z.enum(itemStatuses),
})
export type ItemHit = z.infer<typeof itemHit>

/** A supplier by CNPJ, code or name. */
export const supplierHit = z.object({ id: z.int(), name: z.string(), cnpj: z.string() })

/** The hits of search-and-go for a text, a few of each kind. */
export const searchHits = z.object({
  protocols: z.array(protocolHit),
  /** Items whose document number contains the text. */
  documents: z.array(itemHit),
  suppliers: z.array(supplierHit),
  /** The newest items of those suppliers. */
  supplies: z.array(itemHit),
})
export type SearchHits = z.infer<typeof searchHits>

export const searchHitsWire = renamed(
  searchHits.extend({
    protocols: z.array(renamed(protocolHit)),
    documents: z.array(renamed(itemHit)),
    supplies: z.array(renamed(itemHit)),
  }),
)

/** `?q` of `GET /api/search`. */
export const searchQuery = z.object({ q: searchText })
