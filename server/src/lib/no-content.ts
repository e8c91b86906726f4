import { z } from 'zod'

/** The response schema of calls that answer with nothing: 204. */
export const noContent = { 204: z.undefined() }
