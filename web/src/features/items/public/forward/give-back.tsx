import type { Item } from '@malote/core/items/item.ts'
import { canReturn } from '@malote/core/items/item-rules.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useViewer } from '../../../../domain/session/session.tsx'
import { counted } from '../../../../lib/format.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { doToItems } from '../bulk/bulk.api.ts'
import { changeItem } from '../items.api.ts'

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
  const one = useMutation(changeItem(queryClient, 'return'))
  const several = useMutation(doToItems(queryClient, 'return'))
  const returnable = items.filter((item) => canReturn(viewer, protocol, item).allowed)
  const isBusy = one.isPending || several.isPending
  const [first] = returnable

  const giveBack = () => {
    if (!first || isBusy) return
    if (returnable.length === 1) return one.mutate({ item: first }, { onSuccess: onDone })
    several.mutate({ itemIds: returnable.map(({ id }) => id) }, { onSuccess: onDone })
  }
  return (
    <Banner tone="pending">
      <p>{sentence}</p>
      {first && (
        <>
          <p>
            {counted(returnable.length, 'item volta', 'itens voltam')} para {protocol.originDepartment}. Esta ação não
            pode ser desfeita.
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
