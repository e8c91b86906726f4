import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { counted } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import { useViewer } from '../../session/session.tsx'
import { doToItems } from '../bulk/bulk.api.ts'
import { returnOneByOne } from './forward.api.ts'
import { returnable } from './forwardable.ts'

interface GiveBackProps {
  /** Why the items are not passed on to the chosen department. */
  sentence: string
  protocol: ProtocolDetail
  items: readonly Item[]
  onDone: () => void
}

/** What to do where somebody chose the origin: return the chosen items instead. */
export function GiveBack({ sentence, protocol, items, onDone }: GiveBackProps) {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const oneByOne = useMutation(returnOneByOne(queryClient))
  const atOnce = useMutation(doToItems(queryClient, 'return'))
  const { itemIds, isOneAct } = returnable(viewer, protocol, items)
  const isBusy = oneByOne.isPending || atOnce.isPending

  const giveBack = () => {
    if (isBusy) return
    if (isOneAct) atOnce.mutate({ itemIds }, { onSuccess: onDone })
    else oneByOne.mutate(itemIds, { onSuccess: onDone })
  }
  return (
    <Banner tone="pending">
      <p>{sentence}</p>
      {itemIds.length > 0 && (
        <>
          <p>
            {counted(itemIds.length, 'item volta', 'itens voltam')} para {protocol.originDepartment}. Esta ação não pode
            ser desfeita.
          </p>
          <Button
            mt={8}
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-disabled={isBusy || undefined}
            onClick={giveBack}
          >
            {isBusy ? 'Retornando...' : 'Marcar como Retornado'}
          </Button>
        </>
      )}
    </Banner>
  )
}
