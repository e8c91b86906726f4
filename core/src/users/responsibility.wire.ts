import { z } from 'zod'
import { pageNumber, pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'
import { responsibility } from './responsibility.ts'

/** Response of `GET /api/users/{uid}/responsibilities`. */
export const responsibilityPageWire = pageOf(renamed(responsibility))

export const responsibilityFilter = z.object({ page: pageNumber })
