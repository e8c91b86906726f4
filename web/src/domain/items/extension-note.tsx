import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { Anchor } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { formatDate } from '../../lib/format.ts'
import classes from './items.module.css'

interface ExtensionNoteProps {
  item: { status: string; extensionRequest?: OpenExtension | null | undefined }
  /** For viewers who may decide: opens the request. */
  onDecide?: (() => void) | false
}

/** That more time was asked for a pending item, and until when. */
export function ExtensionNote({ item: { status, extensionRequest }, onDecide }: ExtensionNoteProps) {
  if (!extensionRequest || status !== itemStatus.pending) return null
  const { requestedDate, askedBy, reason } = extensionRequest
  const words = `Mais prazo pedido até ${formatDate(requestedDate)}`
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
