import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { formatDateAtTime } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { type Description, DescriptionList } from '../../../ui/description-list.tsx'
import { ItemsSection } from '../../items/public/items-section.tsx'
import classes from './details-tab.module.css'

interface DetailsTabProps {
  protocol: ProtocolDetail
  openItemId: number | null
  onOpenItem: (id: number | null) => void
}

export function DetailsTab({ protocol, ...items }: DetailsTabProps) {
  return (
    <>
      <div className={classes.pair}>
        <Card title="Informações Básicas">
          <DescriptionList items={facts(protocol)} />
        </Card>
        <Card title="Observações">
          <p className={classes.remarks}>{protocol.remarks || 'Sem observações'}</p>
        </Card>
      </div>
      <ItemsSection protocol={protocol} {...items} />
    </>
  )
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
    ...event('Cancelado', protocol.cancelledBy, protocol.cancelledAt),
    ...(protocol.cancelReason ? [{ term: 'Motivo do cancelamento', value: protocol.cancelReason }] : []),
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
