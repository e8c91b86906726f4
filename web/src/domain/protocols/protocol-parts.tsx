import { mostBusinessDaysToReceive } from '@malote/core/protocols/waiting.ts'
import { counted } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
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

interface SubjectProps {
  /** The remarks of a protocol, of any length. */
  children: string | null | undefined
}

/** What a protocol is about, on one line: the first words of each row and card. */
export const Subject = ({ children }: SubjectProps) => (
  <span className="cut subject">{children || 'Sem observações'}</span>
)

/** A protocol's number as a link to it. */
export function ProtocolLink({ id }: { id: number }) {
  return (
    <TextLink to="/protocolos/$id" params={{ id: String(id) }} fw={500} inherit>
      #{id}
    </TextLink>
  )
}
