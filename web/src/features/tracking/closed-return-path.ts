import { displayKindOf } from '@malote/core/shared/display-keyword.ts'
import { stepStatus, type TrackingResult } from '@malote/core/tracking/tracking-result.ts'
import { closedReturnPaths } from '../../domain/protocols/return-path.tsx'
import type { ReturnPath } from '../../ui/path/path-facts.ts'

type Followed = Pick<TrackingResult, 'currentStatus' | 'timeline'>

/** The return path of an item that is not pending any more; else null. */
export function closedReturnPathOf({ currentStatus, timeline }: Followed): ReturnPath | null {
  const kind = displayKindOf(currentStatus)
  // Nobody confirms an item whose protocol was cancelled after it had come back.
  if (kind === 'returned' && timeline.every(({ status }) => status === stepStatus.completed)) {
    return closedReturnPaths.completed
  }
  return kind === 'cancelled' || kind === 'completed' || kind === 'returned' ? closedReturnPaths[kind] : null
}
