import { pathId } from '@malote/core/shared/wire-values.ts'
import { z } from 'zod'

/** The path of one record, `/…/:id`; anything that cannot be an identity is an unknown record (404). */
export const idParams = z.object({ id: pathId })
