import { z } from 'zod'
import { countInWords } from '../shared/measures.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'
import { type CheckState, type SystemCheck, systemCheckWire } from './system-check.ts'

/** The state of the installation (`GET /api/system`), as the instance that answers sees it. */
const systemReport = z.object({
  version: z.string(),
  /** When the instance that answers was started. */
  startedAt: instant,
  /** Version of Node. */
  node: z.string(),
  /** Servers that work on this database now; null when the database does not answer. */
  instances: z.int().nullable(),
  /** Those that need attention first. */
  checks: z.array(systemCheckWire),
})
export const systemReportWire = renamed(systemReport)
export type SystemReport = z.output<typeof systemReportWire>

/** The most urgent first. */
const urgency: readonly CheckState[] = ['problem', 'warning', 'ok', 'off']

/** Problems first; within a state the checks keep their order. */
export const inOrderOfUrgency = (checks: readonly SystemCheck[]): SystemCheck[] =>
  checks.toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state))

/** The checks in one sentence: 'Tudo em ordem.' or '1 problema e 2 avisos.' */
export function overallSentence(checks: readonly Pick<SystemCheck, 'state'>[]): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const parts = [
    problems > 0 && countInWords(problems, 'problema', 'problemas'),
    warnings > 0 && countInWords(warnings, 'aviso', 'avisos'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Tudo em ordem.' : `${parts.join(' e ')}.`
}

/** The word for a state. */
export const checkStateWords: Record<CheckState, string> = {
  ok: 'Em ordem',
  warning: 'Aviso',
  problem: 'Problema',
  off: 'Desativado',
}
