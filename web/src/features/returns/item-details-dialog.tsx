import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import { isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ItemButtons } from '../../domain/items/item-buttons.tsx'
import { ItemDetails } from '../../domain/items/item-details.tsx'
import { ElsewhereNote } from '../../domain/items/item-notes.tsx'
import { ItemPath } from '../../domain/items/item-path.tsx'
import { protocolQuery } from '../../domain/protocols/protocols.api.ts'
import { Banner } from '../../ui/banner.tsx'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import { Neighbours } from '../../ui/freshness/neighbours.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { excuseOf, type ReturnContext } from './return-columns.tsx'
import classes from './returns.module.css'

interface ItemDetailsDialogProps {
  isOpen: boolean
  row: ReturnRow
  context: ReturnContext
  /** A dialog is open above it. */
  isCovered: boolean
  onResolve: (occurrence: Occurrence) => void
  /** Shows another row of the page. */
  onGo: (id: number) => void
  onClose: () => void
}

/** Loads details that the row does not contain (reason, files) from the protocol. Loaded when first opened. */
export default function ItemDetailsDialog(props: ItemDetailsDialogProps) {
  const { isOpen, row, context, isCovered, onResolve, onGo, onClose } = props
  const { viewer, today, lastAnswered, rows, onAction } = context
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...protocolQuery(row.protocolId), enabled: isOpen })
  const item = data?.items.find(({ id }) => id === row.id)
  const excuse = excuseOf(row, context)
  return (
    <DialogFrame isOpen={isOpen} title="Detalhes do Item" size="lg" isCovered={isCovered} onClose={onClose}>
      <Neighbours ids={rows.map(({ id }) => id)} current={row.id} isCovered={!isOpen || isCovered} onGo={onGo} />
      <div className={classes.details}>
        {data && item && <ItemPath item={item} protocol={data} today={today} />}
        {data && item && <ElsewhereNote item={item} protocol={data} />}
        {excuse && !item?.forwardedTo && <Banner tone="pending">{excuse}</Banner>}
        <QueryStates
          query={{ data: data && item && { protocol: data, item }, error, dataUpdatedAt, refetch }}
          failed="Erro ao carregar itens. Tente novamente."
          loading={<Loading />}
        >
          {(found) => (
            <ItemDetails {...found} today={today} canAnswer={isAtDestination(viewer, row)} onResolve={onResolve} />
          )}
        </QueryStates>
        <div className="flex justify-end wrap gap-8">
          {data && item && (
            <ItemButtons
              viewer={viewer}
              protocol={data}
              item={item}
              today={today}
              lastAnswered={lastAnswered}
              onAction={(action) => onAction(action, row)}
            />
          )}
          <LinkButton variant="default" to="/protocolos/$id" params={{ id: String(row.protocolId) }}>
            Abrir protocolo #{row.protocolId}
          </LinkButton>
        </div>
      </div>
    </DialogFrame>
  )
}

function Loading() {
  return (
    <div aria-busy>
      <Skeleton height={22} width="50%" mb={20} />
      <Skeleton height={160} mb={20} />
      <Skeleton height={44} />
    </div>
  )
}
