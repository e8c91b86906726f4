import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import {
  isAtDestination,
  isAtOrigin,
  isElsewhere,
  type ProtocolFacts,
  type Route,
} from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { Anchor, Box } from '@mantine/core'
import { IconBellRinging, IconCalendarTime } from '@tabler/icons-react'
import { formatDate, formatDateAtTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { askedWords } from '../due-dates/requests/request-actions.ts'
import { useViewer } from '../session/session.tsx'
import classes from './items.module.css'
import { type Reminded, reminderWords } from './reminder.ts'

interface ElsewhereNoteProps {
  item: Pick<Item, 'status' | 'forwardedTo'>
  protocol: Route & { requiresReturn: boolean }
}

/** Why an item cannot be returned, completed or cancelled now: it was passed on. Says what can be done instead. */
export function ElsewhereNote({ item: { status, forwardedTo }, protocol }: ElsewhereNoteProps) {
  const viewer = useViewer()
  if (!forwardedTo || !protocol.requiresReturn || status !== itemStatus.pending) return null
  const { protocolId } = forwardedTo
  return (
    <Box mb="md">
      <Banner tone="progress">
        <p>{refusalIn(isElsewhere(forwardedTo.department))}</p>
        {protocolId !== null && isAtDestination(viewer, protocol) && (
          <>
            <p>No protocolo do encaminhamento você pode cobrar a volta e confirmar o que voltou.</p>
            <LinkButton to="/protocolos/$id" params={{ id: String(protocolId) }} variant="default" size="xs" mt={8}>
              Abrir protocolo #{protocolId}
            </LinkButton>
          </>
        )}
      </Banner>
    </Box>
  )
}

/** To the origin, of an item that was received: its number stays, and what can be done about a wrong one. */
export function NumberNote({ item: { status }, protocol }: { item: Pick<Item, 'status'>; protocol: ProtocolFacts }) {
  const viewer = useViewer()
  const isReceived = protocol.status === protocolStatus.inProgress
  if (!isReceived || !isAtOrigin(viewer, protocol) || status !== itemStatus.pending) return null
  return (
    <p className="soft caption normal">
      Número errado? Depois do recebimento ele não muda: registre a ocorrência “Diferente do descrito” com o número
      certo.
    </p>
  )
}

interface ExtensionNoteProps {
  item: { status: string; returnDate: CivilDate | null; extensionRequest?: OpenExtension | null | undefined }
  /** For viewers who may decide: opens the request. */
  onDecide?: (() => void) | false
}

/** That more time was asked for a pending item, and until when. */
export function ExtensionNote({ item, onDecide }: ExtensionNoteProps) {
  const { status, extensionRequest } = item
  if (!extensionRequest || status !== itemStatus.pending) return null
  const { requestedDate, askedBy, reason } = extensionRequest
  const words = `${askedWords(item)} até ${formatDate(requestedDate)}`
  return (
    <span className={classes.note} data-own-press title={`${askedBy}: “${reason}”`}>
      <IconCalendarTime size={14} stroke={1.75} className={classes.icon} aria-hidden />
      {onDecide ? (
        <Anchor component="button" type="button" inherit ta="start" onClick={onDecide}>
          {words}
        </Anchor>
      ) : (
        words
      )}
    </span>
  )
}

interface ReminderNoteProps {
  item: Reminded & { status: string }
  today: CivilDate
}

/** The last request for a pending item: who asked for it and when. */
export function ReminderNote({ item, today }: ReminderNoteProps) {
  if (!item.remindedAt || item.status !== itemStatus.pending) return null
  return (
    <span className={classes.note} title={formatDateAtTime(item.remindedAt)}>
      <IconBellRinging size={14} stroke={1.75} className={classes.icon} aria-hidden />
      {reminderWords(item, today)}
    </span>
  )
}
