import { mostBusinessDaysToReceive } from '@malote/core/protocols/waiting.ts'
import { counted } from '../../lib/format.ts'
import classes from './protocols.module.css'

/** How long a protocol has been waiting to be received; nothing on the day on which it was sent. */
export function AwaitingNote({ days }: { days: number | null | undefined }) {
  if (!days) return null
  return (
    <span className={classes.note} data-long={days > mostBusinessDaysToReceive || undefined}>
      aguarda recebimento há {counted(days, 'dia útil', 'dias úteis')}
    </span>
  )
}
