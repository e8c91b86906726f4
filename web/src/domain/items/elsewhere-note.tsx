import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { isAtDestination, isElsewhere, type Route } from '@malote/core/protocols/protocol-rules.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { Box } from '@mantine/core'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useViewer } from '../session/session.tsx'

interface ElsewhereNoteProps {
  item: Pick<Item, 'status' | 'forwardedTo'>
  protocol: Route & { requiresReturn: boolean }
}

/** Why an item cannot be returned, completed or cancelled now: it was passed on. Says what can be done instead. */
export function ElsewhereNote({ item: { status, forwardedTo }, protocol }: ElsewhereNoteProps) {
  const viewer = useViewer()
  if (!forwardedTo || !protocol.requiresReturn || status !== itemStatus.pending) return null
  const { protocolId } = forwardedTo
  return (
    <Box mb="md">
      <Banner tone="progress">
        <p>{refusalIn(isElsewhere(forwardedTo.department))}</p>
        {protocolId !== null && isAtDestination(viewer, protocol) && (
          <>
            <p>No protocolo do encaminhamento você pode cobrar a volta e confirmar o que voltou.</p>
            <LinkButton to="/protocolos/$id" params={{ id: String(protocolId) }} variant="default" size="xs" mt={8}>
              Abrir protocolo #{protocolId}
            </LinkButton>
          </>
        )}
      </Banner>
    </Box>
  )
}
