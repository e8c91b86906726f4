import type { CancelKind, ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Tabs } from '@mantine/core'
import { RemovableText, RemovalMenu, RemovalsProvider } from '../../../domain/black-outs/removals.tsx'
import { ItemsSection } from '../../../domain/items/items-section.tsx'
import { useProtocolActions } from '../../../domain/protocols/actions/use-protocol-actions.tsx'
import { focusContent } from '../../../lib/content.ts'
import { Card } from '../../../ui/card.tsx'
import { useAddressLayer } from '../../../ui/dialog/use-dialog.ts'
import { CommentsTab } from '../comments/comments-tab.tsx'
import classes from './detail.module.css'
import { type DetailSearch, detailSearch } from './detail-search.ts'
import { actsOf } from './history-acts.ts'
import { HistoryTab } from './history-tab.tsx'
import { PaperNotice } from './paper-notice.tsx'
import { ProtocolHeader, ProtocolJourney, ProtocolProgress } from './protocol-header.tsx'

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
  const { history, historyCount } = protocol
  const hasEarlier = (historyCount ?? 0) > history.length
  return (
    <RemovalsProvider protocol={protocol}>
      <style>{printedPages(protocol.id)}</style>
      <ProtocolHeader protocol={protocol} isReceiving={isReceiving} onAction={(action) => run(action, protocol)} />
      {search.papel && <PaperNotice protocol={protocol} fingerprint={search.papel.slice('f-'.length)} />}
      <ProtocolJourney protocol={protocol} />
      <Tabs
        value={search.tab ?? 'detalhes'}
        onChange={(tab) => onSearch(detailSearch({ tab }))}
        keepMounted={false}
        classNames={{ list: classes.tabs, panel: 'grid one-column gap-16' }}
      >
        <Tabs.List aria-label="Partes do protocolo">
          <Tabs.Tab value="detalhes">Detalhes</Tabs.Tab>
          <Tabs.Tab
            value="historico"
            rightSection={<Count of={actsOf(history)} total={hasEarlier ? historyCount : null} />}
          >
            Histórico
          </Tabs.Tab>
          <Tabs.Tab value="comentarios" rightSection={<Count of={protocol.comments} total={protocol.commentsCount} />}>
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

function Count({ of: list, total }: { of: readonly unknown[]; total: number | null | undefined }) {
  if (list.length === 0) return null
  return (
    <span className={classes.count} aria-hidden>
      {total ?? list.length}
    </span>
  )
}

interface DetailsTabProps {
  protocol: ProtocolDetail
  openItemId: number | null
  onOpenItem: (id: number | null, options?: { replace: boolean }) => void
}

const cancelReasonTitles: Record<CancelKind, string> = {
  cancelled: 'Motivo do cancelamento',
  refused: 'Motivo da recusa',
  redirected: 'Motivo do redirecionamento',
}

/** The items, directly under the path; then what was written about the protocol. */
function DetailsTab({ protocol, ...items }: DetailsTabProps) {
  const { id, remarks, cancelReason, cancelKind } = protocol
  const cancelReasonTitle = cancelReasonTitles[cancelKind ?? 'cancelled']
  return (
    <ItemsSection protocol={protocol} progress={<ProtocolProgress protocol={protocol} />} {...items}>
      <div className={classes.texts} data-pair={Boolean(cancelReason)}>
        <Card
          title="Observações"
          aside={<RemovalMenu kind="remarks" targetId={id} text={remarks} label="Observações" />}
        >
          <p className={classes.text}>
            <RemovableText kind="remarks" targetId={id}>
              {remarks || 'Sem observações'}
            </RemovableText>
          </p>
        </Card>
        {cancelReason && (
          <Card
            title={cancelReasonTitle}
            aside={<RemovalMenu kind="cancel_reason" targetId={id} text={cancelReason} label={cancelReasonTitle} />}
          >
            <p className={classes.text}>
              <RemovableText kind="cancel_reason" targetId={id}>
                {cancelReason}
              </RemovableText>
            </p>
          </Card>
        )}
      </div>
    </ItemsSection>
  )
}
