import type { CancelKind, ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Box, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RemovableText, RemovalMenu, RemovalsProvider } from '../../../domain/black-outs/removals.tsx'
import { paperChangesQuery } from '../../../domain/codes/codes.api.ts'
import { ItemsSection } from '../../../domain/items/items-section.tsx'
import { useProtocolActions } from '../../../domain/protocols/actions/use-protocol-actions.tsx'
import { type DetailSearch, detailSearch } from '../../../domain/screens/searches.ts'
import { focusContent } from '../../../lib/content.ts'
import { formatDateAtTime } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { useAddressLayer } from '../../../ui/dialog/use-dialog.ts'
import { CommentsTab } from './comments-tab.tsx'
import classes from './detail.module.css'
import { actsOf, HistoryTab } from './history-tab.tsx'
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

interface PaperNoticeProps {
  protocol: ProtocolDetail
  /** Of the paper whose code led here. */
  fingerprint: string
}

/** Whether the paper in one's hand still holds, and what has changed since it was printed (contract 22.11). */
function PaperNotice({ protocol, fingerprint }: PaperNoticeProps) {
  const isCurrent = protocol.fingerprint === fingerprint
  const { data } = useQuery({
    ...paperChangesQuery(protocol.code ?? '', fingerprint, protocol.fingerprint ?? ''),
    enabled: !isCurrent && Boolean(protocol.code),
  })
  if (isCurrent) {
    return (
      <Box mb="md">
        <Banner tone="success">O papel que você leu está em dia.</Banner>
      </Box>
    )
  }
  return (
    <Box mb="md">
      <Banner tone="pending">
        <strong>O papel que você leu não está mais em dia.</strong>
        {data && data.changes.length > 0 && (
          <>
            <p>{data.isSince ? 'Desde a impressão:' : 'Ele é de antes de alguma destas mudanças:'}</p>
            <ul>
              {data.changes.map(({ id, createdAt, description }) => (
                <li key={id}>
                  <time dateTime={createdAt}>{formatDateAtTime(createdAt)}</time>: {description}
                </li>
              ))}
            </ul>
          </>
        )}
      </Banner>
    </Box>
  )
}
