import { z } from 'zod'
import { attachmentWire } from '../items/item.wire.ts'
import { pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { occurrence, occurrenceFilter } from './occurrence.ts'

export const occurrenceWire = renamed(occurrence.extend({ attachments: z.array(attachmentWire) }))
export const occurrencePageWire = pageOf(occurrenceWire)
/** The query of `GET /api/occurrences`. */
export const occurrenceFilterWire = renamed(occurrenceFilter)
