import { canAssign, canReturnInBulk } from '@malote/core/items/item-rules.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { protocolOfRow, sideOf } from '@malote/core/returns/return-rules.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { protocolQuery } from '../../domain/protocols/protocol-query.ts'
import { Banner } from '../../ui/banner.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ItemDetails } from '../items/public/item-details.tsx'
import classes from './dialogs.module.css'
import type { ReturnContext } from './return-columns.tsx'

interface DetailsDialogProps {
  isOpen: boolean
  row: ReturnRow
  context: Pick<ReturnContext, 'viewer' | 'today' | 'onAssign'>
  onClose: () => void
}

/** Loads details that the row does not contain (reason, files) from the protocol. Loaded when first opened. */
export default function DetailsDialog({ isOpen, row, context, onClose }: DetailsDialogProps) {
  const { viewer, today, onAssign } = context
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...protocolQuery(row.protocolId), enabled: isOpen })
  const item = data?.items.find(({ id }) => id === row.id)
  const verdict = canReturnInBulk(viewer, protocolOfRow(row), row)
  return (
    <DialogFrame isOpen={isOpen} title="Detalhes do Item" size="lg" onClose={onClose}>
      <div className={classes.details}>
        {!verdict.allowed && sideOf(viewer, row) === 'toReturn' && <Banner tone="pending">{verdict.message}</Banner>}
        <QueryStates
          query={{ data: item, error, dataUpdatedAt, refetch }}
          failed="Erro ao carregar itens. Tente novamente."
          loading={<Loading />}
        >
          {(found) => <ItemDetails item={found} today={today} />}
        </QueryStates>
        <div className={classes.foot}>
          {canAssign(viewer, protocolOfRow(row), row).allowed && (
            <Button
              variant="default"
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => onAssign(row)}
            >
              Atribuir usuário
            </Button>
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
