import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'

/** How a part of the installation is: `warning` should be looked at this week, `problem` today; `off` is not set up. */
export const checkStates = ['ok', 'warning', 'problem', 'off'] as const
export type CheckState = (typeof checkStates)[number]

/** The result of one check of the installation, in Portuguese, for Admins and for `npm run doctor`. */
export const systemCheck = z.object({
  /** Stable name, such as `backup` or `replica`. */
  id: z.string(),
  /** The checked part: 'Cópia de segurança'. */
  title: z.string(),
  state: z.enum(checkStates),
  /** The finding, in one sentence. */
  summary: z.string(),
  /** Advice for the operator; null without any. */
  advice: z.string().nullable(),
})
export type SystemCheck = z.infer<typeof systemCheck>

export const systemCheckWire = renamed(systemCheck)
