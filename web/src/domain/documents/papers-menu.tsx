import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { Button } from '@mantine/core'
import { IconChevronDown, IconCopy, IconFileText, IconFolder, IconTags, IconTruck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { ActionMenu, ActionMenuItem } from '../../ui/action-menu.tsx'
import { openDocument } from './documents.ts'
import { useLabels } from './use-labels.tsx'

/**
 * The papers of a protocol beside *Imprimir*, which stays one press; of one that was just created, the label as well
 * (contract 22.13).
 */
export function PapersMenu({ protocol: { id, status, items } }: { protocol: ProtocolDetail }) {
  const labels = useLabels()
  const departing = items.filter((item) => item.status !== 'cancelado').map((item) => item.id)
  const isCreated = useLocation({ select: ({ state }) => state.isCreated ?? false })
  const isCancelled = status === protocolStatus.cancelled
  const open = (name: string, query: object = {}) => void openDocument(name, { protocol_ids: id, ...query })
  return (
    <>
      {isCreated && !isCancelled && (
        <Button
          variant="default"
          leftSection={<IconTags size={16} aria-hidden />}
          onClick={() => labels.open({ protocol_ids: [id] })}
        >
          Etiqueta
        </Button>
      )}
      <ActionMenu
        width={240}
        target={(opens) => (
          <Button {...opens} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            Papéis
          </Button>
        )}
      >
        {!isCancelled && (
          <>
            <ActionMenuItem icon={IconFileText} onPress={() => open('departure')}>
              Protocolo de saída em PDF
            </ActionMenuItem>
            <ActionMenuItem icon={IconCopy} onPress={() => open('departure', { copies: 2 })}>
              Duas vias por página
            </ActionMenuItem>
            <ActionMenuItem icon={IconTruck} onPress={() => open('guide')}>
              Guia de remessa
            </ActionMenuItem>
            <ActionMenuItem icon={IconTags} onPress={() => labels.open({ protocol_ids: [id] })}>
              Etiqueta do protocolo
            </ActionMenuItem>
            {departing.length > 0 && (
              <ActionMenuItem icon={IconTags} onPress={() => labels.open({ item_ids: departing })}>
                Etiquetas dos itens
              </ActionMenuItem>
            )}
          </>
        )}
        <ActionMenuItem icon={IconFolder} onPress={() => void openDocument('dossier', { protocol_id: id })}>
          Dossiê
        </ActionMenuItem>
      </ActionMenu>
      {labels.dialog}
    </>
  )
}
