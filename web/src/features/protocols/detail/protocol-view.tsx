import type { CancelKind, ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Tabs } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { RemovableText, RemovalMenu, RemovalsProvider } from '../../../domain/black-outs/removals.tsx'
import { ItemsSection } from '../../../domain/items/items-section.tsx'
import { useProtocolActions } from '../../../domain/protocols/actions/use-protocol-actions.tsx'
import { cancelWord } from '../../../domain/protocols/protocol-status-badge.tsx'
import { focusContent } from '../../../lib/content.ts'
import { formatDateAtTime } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { type Description, DescriptionList } from '../../../ui/description-list.tsx'
import { useAddressLayer } from '../../../ui/dialog/use-dialog.ts'
import { CommentsTab } from '../comments/comments-tab.tsx'
import classes from './detail.module.css'
import { type DetailSearch, detailSearch } from './detail-search.ts'
import { actsOf } from './history-acts.ts'
import { HistoryTab } from './history-tab.tsx'
import { ProtocolHeader, ProtocolJourney } from './protocol-header.tsx'

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
    <>
      <ItemsSection protocol={protocol} {...items} />
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
      <BasicInformation protocol={protocol} />
    </>
  )
}

/**
 * The protocol's facts, folded into one line, because the path says most of them. The line has what the path does not
 * say: who closed the protocol, and when.
 */
function BasicInformation({ protocol }: { protocol: ProtocolDetail }) {
  return (
    <details className={classes.card}>
      <summary className={classes.line}>
        <h2 className="heading">Informações Básicas</h2>
        <span className={classes.closing}>{closing(protocol)}</span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </summary>
      <div className={classes.facts}>
        <DescriptionList items={facts(protocol)} />
      </div>
    </details>
  )
}

function closing({ completedAt, completedBy, cancelledAt, cancelledBy, cancelKind }: ProtocolDetail): string {
  const [word, by, at] = cancelledAt
    ? [cancelWord(cancelKind), cancelledBy, cancelledAt]
    : ['Concluído', completedBy, completedAt]
  return at ? [by ? `${word} por ${by}` : word, formatDateAtTime(at)].join(' · ') : ''
}

function facts(protocol: ProtocolDetail): Description[] {
  return [
    { term: 'Departamento de origem', value: protocol.originDepartment },
    { term: 'Departamento de destino', value: protocol.destinationDepartment },
    { term: 'Criado por', value: protocol.originUser || protocol.creator },
    { term: 'Data de criação', value: when(protocol.createdAt) },
    { term: 'Requer devolução', value: protocol.requiresReturn ? 'Sim' : 'Não' },
    ...event('Recebido', protocol.receivedBy, protocol.receivedAt),
    ...event('Concluído', protocol.completedBy, protocol.completedAt),
    ...event(cancelWord(protocol.cancelKind), protocol.cancelledBy, protocol.cancelledAt),
  ]
}

const when = (at: string | null | undefined) => at && <time dateTime={at}>{formatDateAtTime(at)}</time>

function event(word: string, by: string | null | undefined, at: string | null | undefined): Description[] {
  if (!at) return []
  return [
    { term: `${word} por`, value: by },
    { term: `${word} em`, value: when(at) },
  ]
}
