import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Tabs } from '@mantine/core'
import { RemovalsProvider } from '../../../domain/black-outs/removals.tsx'
import { useProtocolActions } from '../../../domain/protocols/actions/use-protocol-actions.tsx'
import { focusContent } from '../../../lib/content.ts'
import { useAddressLayer } from '../../../ui/dialog/use-address-layer.ts'
import { CommentsTab } from '../comments/comments-tab.tsx'
import { type DetailSearch, detailSearch } from './detail-search.ts'
import { DetailsTab } from './details-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { ProtocolHeader } from './protocol-header.tsx'
import { ProtocolJourney } from './protocol-journey.tsx'
import classes from './protocol-view.module.css'

interface ProtocolViewProps {
  protocol: ProtocolDetail
  search: DetailSearch
  onSearch: (search: DetailSearch, options?: { replace: boolean }) => void
}

export function ProtocolView({ protocol, search, onSearch }: ProtocolViewProps) {
  // Focuses the content, because the pressed button unmounts when the status changes.
  const { run, dialogs, isReceiving } = useProtocolActions(focusContent)
  const panel = useAddressLayer(search.item !== undefined, () => onSearch({}, { replace: true }))
  const openItem = (item: number | null, options?: { replace: boolean }) => {
    if (item === null) return panel.close()
    if (!options?.replace) panel.opened()
    onSearch({ item }, options)
  }
  return (
    <RemovalsProvider protocol={protocol}>
      <style>{printedPages(protocol.id)}</style>
      <ProtocolHeader protocol={protocol} isReceiving={isReceiving} onAction={(action) => run(action, protocol)} />
      <ProtocolJourney protocol={protocol} />
      <Tabs
        value={search.tab ?? 'detalhes'}
        onChange={(tab) => onSearch(detailSearch({ tab }))}
        keepMounted={false}
        classNames={{ list: classes.tabs, panel: classes.panel }}
      >
        <Tabs.List aria-label="Partes do protocolo">
          <Tabs.Tab value="detalhes">Detalhes</Tabs.Tab>
          <Tabs.Tab value="historico" rightSection={<Count of={protocol.history} />}>
            Histórico
          </Tabs.Tab>
          <Tabs.Tab value="comentarios" rightSection={<Count of={protocol.comments} />}>
            Comentários
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="detalhes">
          <DetailsTab protocol={protocol} openItemId={search.item ?? null} onOpenItem={openItem} />
        </Tabs.Panel>
        <Tabs.Panel value="historico">
          <HistoryTab protocol={protocol} />
        </Tabs.Panel>
        <Tabs.Panel value="comentarios">
          <CommentsTab protocol={protocol} />
        </Tabs.Panel>
      </Tabs>
      {dialogs}
    </RemovalsProvider>
  )
}

/** Every page that the browser prints has the protocol's number and its own. */
const printedPages = (id: number) => `@page {
  margin: 14mm 12mm 16mm;
  @bottom-left { content: "Protocolo #${id}"; font: 9pt sans-serif; }
  @bottom-right { content: "Página " counter(page) " de " counter(pages); font: 9pt sans-serif; }
}`

function Count({ of: list }: { of: readonly unknown[] }) {
  if (list.length === 0) return null
  return (
    <span className={classes.count} aria-hidden>
      {list.length}
    </span>
  )
}
