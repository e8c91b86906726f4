import { type BlackOut, removalOf, removedFileName, removedText } from '@malote/core/black-outs/black-out.ts'
import { canBlackOut } from '@malote/core/black-outs/black-out-rules.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { IconEraser } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import { formatDateAtTime } from '../../lib/format.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useViewer } from '../session/session.tsx'
import type { RemovalSubject, RemovalTarget } from './removal-subject.ts'

const RemovalDialog = lazyPart(() => import('./removal-dialog.tsx'))

interface Removals {
  removals: readonly BlackOut[]
  remove: (subject: RemovalSubject) => void
  isDialogOpen: boolean
}

const RemovalsContext = createContext<Removals | null>(null)

/** Lets the parts of a protocol's page offer *Remover conteúdo…*, and show who removed something. */
export function RemovalsProvider({ protocol, children }: { protocol: ProtocolDetail; children: ReactNode }) {
  const { subject, isOpen, opening, open, close } = useDialog<RemovalSubject>()
  return (
    <RemovalsContext value={{ removals: protocol.removals ?? [], remove: open, isDialogOpen: isOpen }}>
      {children}
      {subject && (
        <RemovalDialog key={opening} protocolId={protocol.id} subject={subject} isOpen={isOpen} onClose={close} />
      )}
    </RemovalsContext>
  )
}

export const useIsRemovalOpen = (): boolean => use(RemovalsContext)?.isDialogOpen ?? false

/** The menu of a text or a file; nothing for those who may not remove it, and outside of a protocol's page. */
export function RemovalMenu(subject: RemovalSubject) {
  const removals = use(RemovalsContext)
  return removals && <Menu subject={subject} onRemove={removals.remove} />
}

function Menu({ subject, onRemove }: { subject: RemovalSubject; onRemove: Removals['remove'] }) {
  const viewer = useViewer()
  if (!canBlackOut(viewer, subject).allowed) return null
  return (
    <RowMenu label={`Mais ações: ${subject.label}`} width={208}>
      <ActionMenuItem icon={IconEraser} isDangerous onPress={() => onRemove(subject)}>
        Remover conteúdo…
      </ActionMenuItem>
    </RowMenu>
  )
}

interface RemovableTextProps extends RemovalTarget {
  children: string
}

/** A text or the name of a file; when it was removed, who did it and when. */
export function RemovableText({ kind, targetId, children: text }: RemovableTextProps) {
  const removals = use(RemovalsContext)?.removals
  if (text !== removedText && text !== removedFileName) return text
  const removal = removalOf(removals, kind, targetId)
  return (
    <span className="soft normal">
      {text}
      {removal && (
        <span className="caption">
          {' '}
          por {removal.removedBy} em <time dateTime={removal.removedAt}>{formatDateAtTime(removal.removedAt)}</time>
        </span>
      )}
    </span>
  )
}
