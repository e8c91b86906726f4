import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { isAtDestination } from '@malote/core/protocols/protocol-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatDateAtTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { type Description, DescriptionList } from '../../ui/description-list.tsx'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { Neighbours } from '../../ui/freshness/neighbours.tsx'
import { useLast } from '../../ui/freshness/use-held.ts'
import { TextLink } from '../../ui/links.tsx'
import { DotLabel } from '../../ui/status-badge.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { RemovableText, RemovalMenu, useIsRemovalOpen } from '../black-outs/removals.tsx'
import { mayHaveOccurrences, OccurrenceList } from '../occurrences/occurrence-list.tsx'
import { HoldingsLink } from '../users/holdings-link.tsx'
import { wasExtended } from './due-words.tsx'
import { itemActionsFor } from './item-actions.ts'
import { ItemButtons } from './item-buttons.tsx'
import { DueDate, Responsible } from './item-columns.tsx'
import type { ItemContext } from './item-context.ts'
import { itemSubtitle, itemTitle } from './item-name.ts'
import { ElsewhereNote, NumberNote } from './item-notes.tsx'
import { ItemPath } from './item-path.tsx'
import { ItemStatusBadge } from './item-status-badge.tsx'
import classes from './items.module.css'
import { reminderWords } from './reminder.ts'
import { Whereabouts } from './whereabouts.tsx'

interface ItemDetailsProps {
  protocol: ProtocolDetail
  item: Item
  today: CivilDate
  /** The viewer's department has the item and may say when it comes back. */
  canAnswer: boolean
  onResolve: (occurrence: Occurrence) => void
}

/** All details of an item, for its panel and its dialog. */
export function ItemDetails({ protocol, item, today, canAnswer, onResolve }: ItemDetailsProps) {
  return (
    <div className={classes.content}>
      <div className="row wrap gap-4-12">
        <h3 className={classes.itemDetailsDocument}>{itemTitle(item)}</h3>
        <ItemStatusBadge status={item.status} />
        {item.description && (
          <RemovalMenu kind="item_description" targetId={item.id} text={item.description} label="Descrição do item" />
        )}
        {itemSubtitle(item) && (
          <p className={classes.subtitle}>
            <RemovableText kind="item_description" targetId={item.id}>
              {item.description ?? ''}
            </RemovableText>
          </p>
        )}
      </div>
      <NumberNote item={item} protocol={protocol} />
      {item.remindedAt && item.status === itemStatus.pending && (
        <Banner tone="pending">
          <p>{reminderWords(item, today)}</p>
          {canAnswer && (
            <TextLink
              to="/protocolos/$id"
              params={{ id: String(item.protocolId) }}
              search={(now) => ({ papel: now.papel, tab: 'comentarios' })}
              inherit
            >
              Responder nos comentários
            </TextLink>
          )}
        </Banner>
      )}
      {mayHaveOccurrences(protocol, item.id) && (
        <section>
          <OccurrenceList
            protocol={protocol}
            itemId={item.id}
            heading={<h4 className={classes.term}>Ocorrências</h4>}
            onResolve={onResolve}
          />
        </section>
      )}
      <DescriptionList items={facts(item, today)} />
      <RemovableSection kind="item_reason" item={item} title="Motivo / Observações">
        {item.reason || 'Nenhum motivo registrado'}
      </RemovableSection>
      {item.cancelReason && (
        <RemovableSection kind="item_cancel_reason" item={item} title="Motivo do cancelamento">
          {item.cancelReason}
        </RemovableSection>
      )}
      <Section title="Anexos">
        <AttachmentList attachments={item.attachments ?? []} />
      </Section>
    </div>
  )
}

function facts(item: Item, today: CivilDate): Description[] {
  const { category, categoryColor, returnDate, originalReturnDate } = item
  return [
    ...((item.forwardedTo ?? item.forwardedFrom)
      ? [{ term: 'Encaminhamento', value: <Whereabouts item={item} /> }]
      : []),
    { term: 'Tipo', value: item.itemType },
    { term: 'Categoria', value: category && <DotLabel color={categoryColor ?? null}>{category}</DotLabel> },
    { term: 'Fornecedor', value: item.supplier },
    { term: 'Responsável', value: item.responsible && <ResponsiblePerson item={item} />, fallback: 'Não atribuído' },
    { term: 'Data de retorno prevista', value: returnDate && <DueDate item={item} today={today} /> },
    ...(item.extensionRequest ? [{ term: 'Pedido de prazo', value: requestWords(item.extensionRequest) }] : []),
    { term: 'Data de retorno efetiva', value: formatDateAtTime(item.actualReturnDate) },
    ...(wasExtended(item) ? [{ term: 'Prazo original', value: formatDate(originalReturnDate) }] : []),
    ...(item.code ? [{ term: 'Código', value: item.code }] : []),
  ]
}

const requestWords = ({ requestedDate, askedBy, reason }: OpenExtension) =>
  `Até ${formatDate(requestedDate)}, pedido por ${askedBy}: “${reason}”`

function ResponsiblePerson({ item }: { item: Item }) {
  const { responsibleId, responsible } = item
  return (
    <Responsible item={item}>
      {responsibleId && responsible ? <HoldingsLink userId={responsibleId} name={responsible} /> : responsible}
    </Responsible>
  )
}

interface RemovableSectionProps {
  kind: 'item_reason' | 'item_cancel_reason'
  item: Item
  title: string
  children: string
}

function RemovableSection({ kind, item, title, children }: RemovableSectionProps) {
  const text = kind === 'item_reason' ? item.reason : (item.cancelReason ?? null)
  return (
    <Section title={title} aside={<RemovalMenu kind={kind} targetId={item.id} text={text} label={title} />}>
      <p className="typed">
        <RemovableText kind={kind} targetId={item.id}>
          {children}
        </RemovableText>
      </p>
    </Section>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="row between gap-8">
        <h4 className={classes.term}>{title}</h4>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface ItemPanelProps {
  /** null when the panel is closed. */
  item: Item | null
  context: ItemContext
  /** A dialog is open above the panel. */
  isCovered: boolean
  /** There is room beside the items. */
  isBeside: boolean
  /** Shows another item. */
  onGo: (id: number) => void
  onClose: () => void
}

/** A side panel with an item's details and actions. */
export function ItemPanel({ item, context, isCovered: isUnderDialog, isBeside, onGo, onClose }: ItemPanelProps) {
  const isRemovalOpen = useIsRemovalOpen()
  const isCovered = isUnderDialog || isRemovalOpen
  const shown = useLast(item)
  const { viewer, protocol, today, onResolve } = context
  const hasActions = shown !== null && itemActionsFor(viewer, protocol, shown, context).length > 0
  return (
    <SidePanel
      isOpen={item !== null}
      title="Detalhes do Item"
      isCovered={isCovered}
      isBeside={isBeside}
      returnTo={() => shown && document.querySelector<HTMLElement>(`[data-item="${shown.id}"]`)}
      onClose={onClose}
      footer={hasActions && <ItemButtons {...context} item={shown} />}
    >
      {shown && (
        <>
          <Neighbours
            ids={protocol.items.map(({ id }) => id)}
            current={shown.id}
            isCovered={item === null || isCovered}
            onGo={onGo}
          />
          {(!isBeside || shown.forwardedTo) && (
            // Beside the items the protocol's path is in view.
            <Box mb="md">
              <ItemPath item={shown} protocol={protocol} today={today} />
            </Box>
          )}
          <ElsewhereNote item={shown} protocol={protocol} />
          <ItemDetails
            protocol={protocol}
            item={shown}
            today={today}
            canAnswer={isAtDestination(viewer, protocol)}
            onResolve={onResolve}
          />
        </>
      )}
    </SidePanel>
  )
}
