import { z } from 'zod'
import { renamed } from './renamed.ts'
import { queryNumber } from './wire-values.ts'

/** Rows on a page of every list (contract 9.3). */
export const pageSize = 10

/** The page sizes to choose from; the first is the default (contract 17.6). */
export const pageSizes = [pageSize, 25, 50] as const
/** For reading a whole list. */
export const largestPage = pageSizes[2]
export type PageSize = (typeof pageSizes)[number]

/** `?per_page=`; any other number means the default. */
export const perPage = queryNumber(z.literal(pageSizes)).catch(pageSize).default(pageSize)

/** Far beyond the last page of any list, and safe to multiply; higher page numbers are clamped to it. */
const highestPage = 1_000_000

/** `?page=`; the first page is 1, and any invalid page number means the first page. */
export const pageNumber = queryNumber(
  z
    .number()
    .overwrite((page) => Math.min(page, highestPage))
    .int()
    .min(1),
)
  .catch(1)
  .default(1)

/** The page number and the number of pages (contract 3.25). */
export const pageMeta = z.object({
  total: z.int(),
  perPage: z.int(),
  currentPage: z.int(),
  lastPage: z.int(),
})
export type PageMeta = z.infer<typeof pageMeta>

export const pageMetaWire = renamed(pageMeta)

/** The wire form of a list response, `{data, meta}` (contract 12.1). */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), meta: pageMetaWire })

/** @param total rows of the whole list; an empty list still has one (empty) page */
export const metaFor = (total: number, currentPage: number, perPage = pageSize): PageMeta => ({
  total,
  perPage,
  currentPage,
  lastPage: Math.max(1, Math.ceil(total / perPage)),
})
