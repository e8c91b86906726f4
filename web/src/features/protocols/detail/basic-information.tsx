import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { cancelWord } from '../../../domain/protocols/protocol-status-badge.tsx'
import { formatDateAtTime } from '../../../lib/format.ts'
import { type Description, DescriptionList } from '../../../ui/description-list.tsx'
import classes from './basic-information.module.css'

/**
 * The protocol's facts, folded into one line, because the path says most of them. The line has what the path does not
 * say: who closed the protocol, and when.
 */
export function BasicInformation({ protocol }: { protocol: ProtocolDetail }) {
  return (
    <details className={classes.card}>
      <summary className={classes.line}>
        <h2 className={classes.title}>Informações Básicas</h2>
        <span className={classes.closing}>{closing(protocol)}</span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </summary>
      <div className={classes.facts}>
        <DescriptionList items={facts(protocol)} />
      </div>
    </details>
  )
}

function closing({ completedAt, completedBy, cancelledAt, cancelledBy, cancelKind }: ProtocolDetail): string {
  const [word, by, at] = cancelledAt
    ? [cancelWord(cancelKind), cancelledBy, cancelledAt]
    : ['Concluído', completedBy, completedAt]
  return at ? [by ? `${word} por ${by}` : word, formatDateAtTime(at)].join(' · ') : ''
}

function facts(protocol: ProtocolDetail): Description[] {
  return [
    { term: 'Departamento de origem', value: protocol.originDepartment },
    { term: 'Departamento de destino', value: protocol.destinationDepartment },
    { term: 'Criado por', value: protocol.originUser || protocol.creator },
    { term: 'Data de criação', value: when(protocol.createdAt) },
    { term: 'Requer devolução', value: protocol.requiresReturn ? 'Sim' : 'Não' },
    ...event('Recebido', protocol.receivedBy, protocol.receivedAt),
    ...event('Concluído', protocol.completedBy, protocol.completedAt),
    ...event(cancelWord(protocol.cancelKind), protocol.cancelledBy, protocol.cancelledAt),
  ]
}

const when = (at: string | null | undefined) => at && <time dateTime={at}>{formatDateAtTime(at)}</time>

function event(word: string, by: string | null | undefined, at: string | null | undefined): Description[] {
  if (!at) return []
  return [
    { term: `${word} por`, value: by },
    { term: `${word} em`, value: when(at) },
  ]
}
