import { pathId } from '@malote/core/shared/wire-values.ts'
import { z } from 'zod'

/** Path parameters of `/…/:id`. An impossible id counts as an unknown record (404). */
export const idParams = z.object({ id: pathId })
