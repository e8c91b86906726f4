import { historyAction } from '@malote/core/acts/act.ts'
import { occurrencesAnchor } from '@malote/core/notifications/notification.ts'
import { kindWords, type Occurrence, occurrenceStatus, outcomeWords } from '@malote/core/occurrences/occurrence.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { counted, formatDateAtTime } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { RemovableText, RemovalMenu } from '../black-outs/removals.tsx'
import { nameOfItemOf } from '../items/item-name.ts'
import { protocolOccurrencesQuery } from './occurrences.api.ts'
import classes from './occurrences.module.css'
import { ResolveButton } from './resolve-button.tsx'

/** Whether what the page has of a protocol tells of occurrences, or of those of one of its items. */
const tellsOfOccurrences = ({ openOccurrences, history, items }: ProtocolDetail, itemId?: number): boolean =>
  itemId === undefined
    ? Boolean(openOccurrences) || history.some(({ action }) => action === historyAction.occurrenceOpened)
    : Boolean(items.find(({ id }) => id === itemId)?.openOccurrences) ||
      history.some((entry) => entry.action === historyAction.occurrenceOpened && (entry.itemId ?? itemId) === itemId)

/**
 * Whether a protocol, or one of its items, may have or have had occurrences: protocols without any need no request, unless
 * the page has only the end of their history.
 */
export const mayHaveOccurrences = (protocol: ProtocolDetail, itemId?: number): boolean =>
  tellsOfOccurrences(protocol, itemId) || (protocol.historyCount ?? 0) > protocol.history.length

interface OccurrenceListProps {
  protocol: ProtocolDetail
  /** Only those of one item; those of the whole protocol name their items. */
  itemId?: number
  /** Above the list. */
  heading: ReactNode
  onResolve: (occurrence: Occurrence) => void
}

/** The open occurrences, and the resolved ones folded below; nothing when there are none. */
export function OccurrenceList({ protocol, itemId, heading, onResolve }: OccurrenceListProps) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(protocolOccurrencesQuery(protocol.id))
  const shown = data?.filter((one) => itemId === undefined || one.itemId === itemId)
  if (shown?.length === 0 || (!shown && !error && !tellsOfOccurrences(protocol, itemId))) return null
  const entry = (occurrence: Occurrence) => (
    <Entry
      key={occurrence.id}
      occurrence={occurrence}
      protocol={protocol}
      isItemNamed={itemId === undefined}
      onResolve={onResolve}
    />
  )
  return (
    <>
      {heading}
      <QueryStates
        query={{ data: shown, error, dataUpdatedAt, refetch }}
        failed="Erro ao carregar as ocorrências. Tente novamente."
        loading={<Skeleton height={84} />}
      >
        {(occurrences) => {
          const open = occurrences.filter(isOpen)
          const resolved = occurrences.filter((one) => !isOpen(one))
          return (
            <div>
              {open.length > 0 && <ul className="no-bullets grid one-column gap-8">{open.map(entry)}</ul>}
              {resolved.length > 0 && (
                <details className={classes.fold}>
                  <summary>{counted(resolved.length, 'ocorrência resolvida', 'ocorrências resolvidas')}</summary>
                  <ul className="no-bullets grid one-column gap-8">{resolved.map(entry)}</ul>
                </details>
              )}
            </div>
          )
        }}
      </QueryStates>
    </>
  )
}

const isOpen = ({ status }: Occurrence) => status === occurrenceStatus.open

interface EntryProps {
  occurrence: Occurrence
  protocol: ProtocolDetail
  isItemNamed: boolean
  onResolve: (occurrence: Occurrence) => void
}

function Entry({ occurrence, protocol, isItemNamed, onResolve }: EntryProps) {
  const Icon = isOpen(occurrence) ? IconAlertTriangle : IconCircleCheck
  return (
    <li className={classes.entry} data-open={isOpen(occurrence)}>
      <div className={classes.head}>
        <span className="inline gap-6 bold">
          <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
          {kindWords[occurrence.kind]}
        </span>
        {isItemNamed && (
          <TextLink
            to="/protocolos/$id"
            params={{ id: String(protocol.id) }}
            search={{ item: occurrence.itemId }}
            resetScroll={false}
            inherit
          >
            {nameOfItemOf(occurrence)}
          </TextLink>
        )}
        <ResolveButton className="at-end" occurrence={occurrence} onResolve={onResolve} />
      </div>
      <Text kind="occurrence_description" occurrence={occurrence} label="Descrição da ocorrência">
        {occurrence.description}
      </Text>
      {occurrence.attachments.length > 0 && (
        <div className={classes.files}>
          <AttachmentList attachments={occurrence.attachments} />
        </div>
      )}
      <p className="soft caption numbers">
        Registrada por {occurrence.openedBy} em{' '}
        <time dateTime={occurrence.openedAt}>{formatDateAtTime(occurrence.openedAt)}</time>
      </p>
      {!isOpen(occurrence) && <Resolution occurrence={occurrence} />}
    </li>
  )
}

/** How it was settled; without an outcome it ended with its item or its protocol. */
function Resolution({ occurrence }: { occurrence: Occurrence }) {
  const { outcome, outcomeNote, resolvedBy, resolvedAt } = occurrence
  return (
    <>
      {outcomeNote && (
        <Text kind="occurrence_outcome_note" occurrence={occurrence} label="Observação da resolução">
          {outcomeNote}
        </Text>
      )}
      <p className="soft caption numbers">
        {outcome ? `${outcomeWords[outcome]}. ` : 'Encerrada com o item. '}
        {resolvedBy ? `Resolvida por ${resolvedBy} em ` : 'Em '}
        <time dateTime={resolvedAt ?? undefined}>{formatDateAtTime(resolvedAt)}</time>
      </p>
    </>
  )
}

interface TextProps {
  kind: 'occurrence_description' | 'occurrence_outcome_note'
  occurrence: Occurrence
  label: string
  children: string
}

const Text = ({ kind, occurrence: { id }, label, children: text }: TextProps) => (
  <div className="flex align-start between gap-8">
    <p className="typed">
      <RemovableText kind={kind} targetId={id}>
        {text}
      </RemovableText>
    </p>
    <RemovalMenu kind={kind} targetId={id} text={text} label={label} />
  </div>
)

interface ProtocolOccurrencesProps {
  protocol: ProtocolDetail
  onResolve: (occurrence: Occurrence) => void
}

/** The occurrences of all items of a protocol; nothing when it never had any. */
export function ProtocolOccurrences(props: ProtocolOccurrencesProps) {
  return mayHaveOccurrences(props.protocol) && <Section {...props} />
}

function Section(props: ProtocolOccurrencesProps) {
  const section = useRef<HTMLElement>(null)
  const isAsked = useLocation({ select: ({ hash }) => hash === occurrencesAnchor })
  useEffect(() => {
    if (isAsked) section.current?.focus()
  }, [isAsked])
  return (
    <section ref={section} id={occurrencesAnchor} tabIndex={-1} className={classes.section} aria-label="Ocorrências">
      <OccurrenceList {...props} heading={<h2 className={classes.title}>Ocorrências</h2>} />
    </section>
  )
}
