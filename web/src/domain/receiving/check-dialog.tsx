import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QueryStates } from '../../ui/query-states.tsx'
import { protocolQuery } from '../protocols/protocol-query.ts'
import { CheckForm } from './check-form.tsx'

interface CheckDialogProps {
  isOpen: boolean
  protocol: Pick<ProtocolRow, 'id'>
  onDone: () => void
  onClose: () => void
}

/** *Conferir e receber*: the items of a protocol, each as described unless one says otherwise (contract 20.51). */
export function CheckDialog({ protocol: { id }, ...dialog }: CheckDialogProps) {
  const protocol = useQuery(protocolQuery(id))
  return (
    <CheckForm {...dialog} id={id} protocol={protocol.data}>
      <QueryStates query={protocol} failed="Erro ao carregar os itens. Tente novamente." loading={<Loading />}>
        {() => null}
      </QueryStates>
    </CheckForm>
  )
}

const Loading = () => [1, 2, 3].map((row) => <Skeleton key={row} height={72} mb={12} />)
