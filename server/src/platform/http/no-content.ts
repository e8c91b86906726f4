import { z } from 'zod'

/** Response schema of routes that return 204. */
export const noContent = { 204: z.undefined() }
