import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef } from 'react'
import { dueWords } from '../../domain/items/due-words.tsx'
import { itemName, itemSubtitle } from '../../domain/items/item-name.ts'
import { useToday } from '../../domain/organisation/config.ts'
import { ProtocolLink, Subject } from '../../domain/protocols/protocol-parts.tsx'
import { useSteadyRows } from '../../ui/freshness/use-steady-rows.tsx'
import { TextLink } from '../../ui/links.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import classes from './my-day.module.css'

/** Most rows of a list in *Meu dia*; its heading leads to all of them. */
const mostRows = 3

const shownOf = (count: number) => Math.min(count, mostRows)

/** The pressed button unmounts with its row, so the list takes the focus. */
export function useList() {
  const list = useRef<HTMLUListElement>(null)
  return { list, takeFocus: () => list.current?.focus() }
}

interface RowsProps<Row> {
  query: UseQueryResult<{ data: readonly Row[] }>
  /** How many there are: their place is kept until they come. */
  count: number
  ref?: Ref<HTMLUListElement>
  children: (row: Row) => ReactNode
}

/** The first rows of a list, in all its states. */
export function Rows<Row extends { id: number }>({ query, count, ref, children }: RowsProps<Row>) {
  const { error, dataUpdatedAt, refetch } = query
  // A row that others settle must not move another one under the pointer.
  const { rows: data, frame, notice } = useSteadyRows(query.data?.data, ({ id }) => id)
  return (
    <div ref={frame}>
      {notice}
      <QueryStates
        query={{ data, error, dataUpdatedAt, refetch }}
        failed="Erro ao carregar dados. Tente novamente."
        loading={<SkeletonRows count={count} />}
        isEmpty={({ length }) => length === 0}
        empty={<p className="soft">Nada mais aqui.</p>}
      >
        {(rows) => (
          <ul ref={ref} tabIndex={-1} className={classes.rows}>
            {rows.slice(0, shownOf(count)).map(children)}
          </ul>
        )}
      </QueryStates>
    </div>
  )
}

export const SkeletonRows = ({ count }: { count: number }) =>
  Array.from({ length: shownOf(count) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never move
    <div key={index} className={classes.row}>
      <Skeleton height={32} className={classes.about} />
    </div>
  ))

interface DayRowProps {
  subject: ReactNode
  /** The second line. */
  facts: ReactNode
  /** How near its date is. */
  due?: ReactNode
  children?: ReactNode
}

function DayRow({ subject, facts, due, children }: DayRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        {subject}
        <span className={classes.below}>
          {facts}
          {due}
        </span>
      </span>
      {children && <span className={classes.presses}>{children}</span>}
    </li>
  )
}

/** An item, by its number and what people call it. */
export function ItemRow({ row, children }: { row: ReturnRow; children?: ReactNode }) {
  const today = useToday()
  const due = row.returnDate && row.status === itemStatus.pending ? dueWords(row.returnDate, today) : null
  const subtitle = itemSubtitle(row)
  return (
    <DayRow
      subject={
        <span className="cut subject">
          <TextLink to="/protocolos/$id" params={{ id: String(row.protocolId) }} search={{ item: row.id }} inherit>
            {itemName(row)}
          </TextLink>
          {subtitle && <span className="normal"> · {subtitle}</span>}
        </span>
      }
      facts={
        <span className="cut">
          {[row.documentNumber && row.itemType, `Protocolo #${row.protocolId}`].filter(Boolean).join(' · ')}
        </span>
      }
      due={
        due?.words && (
          <span className={classes.due} data-tone={due.tone}>
            {due.words}
          </span>
        )
      }
    >
      {children}
    </DayRow>
  )
}

interface ProtocolRowProps {
  protocol: { id: number; remarks: string | null }
  /** Beside its number: where it comes from, or goes to. */
  route: string
  note?: ReactNode
  children?: ReactNode
}

/** A protocol, by what it is about. */
export const ProtocolRow = ({ protocol: { id, remarks }, route, note, children }: ProtocolRowProps) => (
  <DayRow
    subject={<Subject>{remarks}</Subject>}
    facts={
      <>
        <span className="cut">
          <ProtocolLink id={id} /> · {route}
        </span>
        {note}
      </>
    }
  >
    {children}
  </DayRow>
)

interface PressProps {
  label: string
  /** What the press is about; only screen readers need it. */
  object: string
  busyLabel?: string
  isBusy?: boolean
  /** Stands beside the press that most users want. */
  isQuiet?: boolean
  onPress: () => void
}

export function Press({ label, object, busyLabel = label, isBusy = false, isQuiet = false, onPress }: PressProps) {
  const press = () => {
    forgetErrors()
    onPress()
  }
  return (
    <Button
      variant={isQuiet ? 'subtle' : 'light'}
      className={isQuiet ? classes.quiet : undefined}
      size="compact-md"
      aria-label={`${label} ${object}`}
      aria-disabled={isBusy || undefined}
      // Ignores the second click of a double click.
      onClick={(event) => event.detail <= 1 && press()}
    >
      {isBusy ? busyLabel : label}
    </Button>
  )
}
