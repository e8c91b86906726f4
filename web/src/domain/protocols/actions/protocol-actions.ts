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
import {
  IconArrowForwardUp,
  IconBan,
  IconCheck,
  IconCornerUpRight,
  IconInbox,
  IconListCheck,
  IconPencil,
  IconPrinter,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'

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

interface ActionLook {
  label: string
  icon: TablerIcon
  /** Cannot be undone. */
  isDangerous?: boolean
}

export const actionLook: Record<ProtocolAction, ActionLook> = {
  receive: { label: 'Receber', icon: IconInbox },
  check: { label: 'Conferir e receber', icon: IconListCheck },
  edit: { label: 'Editar', icon: IconPencil },
  redirect: { label: 'Redirecionar', icon: IconArrowForwardUp },
  forward: { label: 'Encaminhar', icon: IconCornerUpRight },
  print: { label: 'Imprimir', icon: IconPrinter },
  refuse: { label: 'Recusar', icon: IconBan, isDangerous: true },
  cancel: { label: 'Cancelar', icon: IconX, isDangerous: true },
  complete: { label: 'Concluir', icon: IconCheck },
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
