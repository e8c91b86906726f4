import { historyAction } from '../acts/act.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { canAdminister } from '../users/user-rules.ts'
import type { Viewer } from '../users/viewer.ts'
import { removedFileName, removedText } from './black-out.ts'

/** The facts about removable content that the rule needs. */
export interface Removable {
  /** The present text, or the name of a file; null when there is none. */
  text: string | null
  /** Of a history entry: its action. */
  action?: string
}

/**
 * *Remover conteúdo*: by Admins, for good, in every state of a protocol. The entry about a removal stays, because it is
 * the only record of why something is missing (contract 18.70–18.72).
 */
export function canBlackOut(viewer: Pick<Viewer, 'role'>, { text, action }: Removable): Verdict {
  const verdict = canAdminister(viewer)
  if (!verdict.allowed) return verdict
  if (action === historyAction.contentRemoved) return refused('REMOVAL_STAYS')
  if (text === removedText || text === removedFileName) return refused('CONTENT_ALREADY_REMOVED')
  return text ? allowed : refused('NOTHING_TO_REMOVE')
}
