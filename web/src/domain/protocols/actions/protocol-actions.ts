import { type ActWords, acts } from '@malote/core/acts/act.ts'
import { hasItemToForward } from '@malote/core/items/item-rules.ts'
import type { ProtocolDetail, ProtocolRow } from '@malote/core/protocols/protocol.ts'
import {
  canCancel,
  canComplete,
  canEdit,
  canForward,
  canPrint,
  canReceive,
  canRedirect,
  canRefuse,
} from '@malote/core/protocols/protocol-rules.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { actIcons } from '../../acts/act-looks.ts'

export type ProtocolAction =
  | 'receive'
  | 'check'
  | 'edit'
  | 'redirect'
  | 'forward'
  | 'print'
  | 'refuse'
  | 'cancel'
  | 'complete'

/** Runs an action; editing is a link instead. */
export type RunAction = (action: Exclude<ProtocolAction, 'edit'>, protocol: ProtocolRow) => void

/** How an action looks in menus and on buttons. */
export const actionLook = (action: ProtocolAction) => {
  const { name: label, ...act }: ActWords = acts[action]
  return { label, icon: actIcons[action], isDangerous: act.isDangerous ?? false }
}

/** In the order of the row menu (contract 2.5.8, 20.50). */
const verdicts: Record<ProtocolAction, (viewer: Viewer, protocol: ProtocolRow) => Verdict> = {
  receive: canReceive,
  check: canReceive,
  edit: canEdit,
  redirect: canRedirect,
  forward: canForward,
  print: (_, protocol) => canPrint(protocol),
  refuse: canRefuse,
  cancel: (_, protocol) => canCancel(protocol),
  complete: canComplete,
}

/** Whether the viewer may perform an action on a protocol now. */
export const mayDo = (action: ProtocolAction, viewer: Viewer, protocol: ProtocolRow): Verdict =>
  verdicts[action](viewer, protocol)

/** The actions that the viewer may perform on a protocol now; the others are not shown. */
export const actionsFor = (viewer: Viewer, protocol: ProtocolRow | ProtocolDetail): ProtocolAction[] =>
  (Object.keys(verdicts) as ProtocolAction[]).filter(
    (action) => mayDo(action, viewer, protocol).allowed && hasUse(action, viewer, protocol),
  )

const hasUse = (action: ProtocolAction, viewer: Viewer, protocol: ProtocolRow | ProtocolDetail) =>
  action !== 'forward' || hasItemToForward(viewer, protocol)
