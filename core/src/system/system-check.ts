import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'

/** How a part of the installation is: `warning` should be looked at this week, `problem` today; `off` is not set up. */
export const checkStates = ['ok', 'warning', 'problem', 'off'] as const
export type CheckState = (typeof checkStates)[number]

/** What one check of the installation found, in Portuguese, for Admins and for `npm run doctor`. */
export const systemCheck = z.object({
  /** Stable name, such as `backup` or `replica`. */
  id: z.string(),
  /** What is checked: 'Cópia de segurança'. */
  title: z.string(),
  state: z.enum(checkStates),
  /** What was found, in one sentence. */
  summary: z.string(),
  /** What the operator should do; null when nothing. */
  advice: z.string().nullable(),
})
export type SystemCheck = z.infer<typeof systemCheck>

export const systemCheckWire = renamed(systemCheck)
