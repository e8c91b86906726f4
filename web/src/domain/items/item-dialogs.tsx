import { acts, type ItemCall } from '@malote/core/acts/act.ts'
import type { Item } from '@malote/core/items/item.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { showInPlace } from '../../lib/telling.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { WhoIsTold } from '../acts/who-is-told.tsx'
import RequestDialogs from '../due-dates/requests/request-dialogs.tsx'
import { OpenOccurrenceDialog } from '../occurrences/open-occurrence-dialog.tsx'
import ResolveDialog from '../occurrences/resolve-dialog.tsx'
import { CancelDialog } from '../protocols/cancel-dialog.tsx'
import { refusalWords, useChangedProtocol } from '../protocols/protocols.api.ts'
import { useViewer } from '../session/session.tsx'
import { DueDateDialog } from './due-date-dialog.tsx'
import { ForwardDialog } from './forward/forward-dialog.tsx'
import { actOf, type ItemAction, mayStill } from './item-actions.ts'
import { itemName } from './item-name.ts'
import { assignItem, changeItem, transferItem } from './items.api.ts'
import { BulkAssignDialog, type Handover, SelectUserDialog } from './select-user-dialog.tsx'

/** The open dialog and its items. */
export type OpenItemDialog = { protocolId: number } & (
  | { action: Exclude<ItemAction, 'remind'>; item: Item }
  | { action: 'assignSeveral'; items: readonly Item[] }
  | { action: 'resolve'; occurrence: Occurrence }
  | { action: 'forward'; items: readonly Item[] }
)

interface ItemDialogsProps {
  protocolId: number
  open: OpenItemDialog
  isOpen: boolean
  today: CivilDate
  onClose: () => void
}

/** One dialog per action; loaded when the first one opens. */
export default function ItemDialogs({ protocolId, open, today, ...dialog }: ItemDialogsProps) {
  const refusal = useOvertakenItem(protocolId, 'item' in open ? open : null, dialog.isOpen)
  switch (open.action) {
    case 'return':
    case 'complete':
      return <ConfirmItemDialog act={actOf[open.action]} item={open.item} refusal={refusal} {...dialog} />
    case 'cancel':
      return <CancelItemDialog item={open.item} refusal={refusal} {...dialog} />
    case 'assign':
    case 'transfer':
      return (
        <HandoverDialog kind={open.action} protocolId={protocolId} item={open.item} refusal={refusal} {...dialog} />
      )
    case 'dueDate':
      return <DueDateDialog item={open.item} today={today} refusal={refusal} {...dialog} />
    case 'answer':
    case 'moreTime':
    case 'decide':
      return <RequestDialogs action={open.action} item={open.item} today={today} {...dialog} />
    case 'occurrence':
      return <OpenOccurrenceDialog item={open.item} refusal={refusal} {...dialog} />
    case 'resolve':
      return <ResolveDialog occurrence={open.occurrence} {...dialog} />
    case 'forward':
      return <ForwardDialog protocolId={protocolId} itemIds={open.items.map(({ id }) => id)} {...dialog} />
    case 'assignSeveral':
      return <BulkAssignDialog protocolId={protocolId} items={open.items} {...dialog} />
  }
}

interface CancelItemDialogProps {
  isOpen: boolean
  item: Item
  refusal: string | null
  onClose: () => void
}

function CancelItemDialog({ isOpen, item, refusal, onClose }: CancelItemDialogProps) {
  const { mutate, isPending, error } = useMutation(changeItem(useQueryClient(), 'cancelItem'))
  const cancel = (reason: string) => mutate({ item, reason }, { onSuccess: onClose, onError: showInPlace })
  return (
    <CancelDialog
      isOpen={isOpen}
      title={acts.cancelItem.name}
      text={`O item ${itemName(item)} será cancelado.`}
      submitLabel="Cancelar item"
      isBusy={isPending}
      refusal={refusal}
      error={error && errorMessage(error, acts.cancelItem.call.failure)}
      told={<WhoIsTold act="cancelItem" protocolId={item.protocolId} itemId={item.id} />}
      onSubmit={cancel}
      onClose={onClose}
    />
  )
}

interface ConfirmItemDialogProps {
  act: ItemCall
  isOpen: boolean
  item: Item
  refusal: string | null
  onClose: () => void
}

function ConfirmItemDialog({ act, isOpen, item, refusal, onClose }: ConfirmItemDialogProps) {
  const { mutate, isPending } = useMutation(changeItem(useQueryClient(), act))
  const { name, busy, done } = acts[act]
  const confirm = () => mutate({ item }, { onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={name}
      confirmLabel={name}
      busyLabel={busy}
      isBusy={isPending}
      refusal={refusal}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        O item {itemName(item)} será marcado como {done[0]}.
      </p>
      <p>Esta ação não pode ser desfeita.</p>
      <WhoIsTold act={act} protocolId={item.protocolId} itemId={item.id} />
    </ConfirmDialog>
  )
}

interface HandoverDialogProps {
  kind: Handover
  protocolId: number
  isOpen: boolean
  item: Item
  refusal: string | null
  onClose: () => void
}

/** Assigns an item to a user, or transfers it to another one. */
function HandoverDialog({ kind, protocolId, isOpen, item, refusal, onClose }: HandoverDialogProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(kind === 'assign' ? assignItem(queryClient) : transferItem(queryClient))
  const handOver = (userId: number) =>
    mutate(
      { item, userId },
      {
        onSuccess: onClose,
        onError: (error) => {
          // The item's state has changed, so the choice no longer applies.
          if (error instanceof ApiError && error.status === 409) onClose()
        },
      },
    )
  return (
    <SelectUserDialog
      kind={kind}
      isOpen={isOpen}
      protocolId={protocolId}
      title={acts[kind].name}
      isBusy={isPending}
      refusal={refusal}
      excludedId={kind === 'transfer' ? item.responsibleId : null}
      onSubmit={handOver}
      onClose={onClose}
    >
      {itemName(item)}
      {item.responsible && <> está com {item.responsible}.</>}
      {kind === 'transfer' && <WhoIsTold act="transfer" protocolId={item.protocolId} itemId={item.id} />}
    </SelectUserDialog>
  )
}

/** The action of an open dialog, and its item as it was when the dialog opened. */
interface Begun {
  action: ItemAction
  item: Item
}

/** Why the action of an open dialog can no longer be done; null while it can. */
function useOvertakenItem(protocolId: number, begun: Begun | null, isOpen: boolean): string | null {
  const viewer = useViewer()
  const protocol = useChangedProtocol(protocolId, isOpen && begun !== null)
  return protocol && begun ? overtakenWords(viewer, protocol, begun) : null
}

/** @param protocol as it is now */
export function overtakenWords(viewer: Viewer, protocol: ProtocolDetail, begun: Begun): string | null {
  const { action, item: before } = begun
  const now = protocol.items.find(({ id }) => id === before.id)
  if (!now) return null
  const refusal = refusalWords(mayStill(action, viewer, protocol, now))
  if (refusal) return refusal
  // The dialog names the earlier person or date; the server refuses these two in the same words.
  if (action === 'transfer' && now.responsibleId !== before.responsibleId) {
    return `Este item acabou de passar para ${now.responsible || 'outra pessoa'}.`
  }
  if (action === 'dueDate' && now.returnDate && now.returnDate !== before.returnDate) {
    return `O prazo deste item acabou de ser alterado para ${formatDate(now.returnDate)}.`
  }
  return null
}
