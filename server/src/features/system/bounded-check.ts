import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { withinTime } from '../../platform/within-time.ts'

/** A check with the words that are shown when it fails itself. */
export interface NamedCheck {
  id: string
  title: string
  run: () => SystemCheck | Promise<SystemCheck>
}

/** Milliseconds that one check may take. */
const patience = 2_000

/**
 * Runs a check, which can neither fail nor take longer than two seconds: then it is a problem that says so.
 *
 * @param log where the error goes; the result has only one sentence
 */
export async function boundedCheck(
  { id, title, run }: NamedCheck,
  log: { warn: (details: object, message: string) => void },
  ms: number = patience,
): Promise<SystemCheck> {
  try {
    return await withinTime((async () => run())(), ms)
  } catch (error) {
    log.warn({ err: error, check: id }, 'a check of the system failed')
    return {
      id,
      title,
      state: 'problem',
      summary: 'Não foi possível verificar.',
      advice: 'O log do servidor diz por quê.',
    }
  }
}
