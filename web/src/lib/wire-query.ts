import { wireNamesOf } from '@malote/core/shared/renamed.ts'
import type { z } from 'zod'

/** A list's filter as query parameters, under the names of the wire. */
export function wireQuery(wire: z.ZodType, filter: object): Record<string, unknown> {
  const names = wireNamesOf(wire)
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [names?.get(name) ?? name, value]))
}
