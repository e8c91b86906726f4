import type { TodayFact } from '@malote/core/dashboard/dashboard.ts'
import { canAssign, canCompleteItem } from '@malote/core/items/item-rules.ts'
import { protocolFilter } from '@malote/core/protocols/protocol.ts'
import { canComplete, canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { type ReturnRow, returnFilter } from '@malote/core/returns/return-row.ts'
import { protocolOfRow } from '@malote/core/returns/return-rules.ts'
import { Button, Skeleton } from '@mantine/core'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { itemName } from '../../domain/items/item-name.ts'
import { changeItem } from '../../domain/items/items.api.ts'
import type { OpenProtocolDialog } from '../../domain/protocols/actions/protocol-dialogs.tsx'
import { ownSideOf, stateOf } from '../../domain/protocols/custody-side.ts'
import { ProtocolLink } from '../../domain/protocols/protocol-link.tsx'
import { protocolsQuery, receiveProtocol } from '../../domain/protocols/protocols.api.ts'
import { Subject } from '../../domain/protocols/subject.tsx'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { usePendingCalls } from '../../lib/use-pending-calls.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { useSteadyRows } from '../../ui/freshness/use-steady-rows.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PathSmall } from '../../ui/path/path-small.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import { linkTo, type ShownFact } from './day-words.ts'
import classes from './my-day.module.css'

const ProtocolDialogs = lazyPart(() => import('../../domain/protocols/actions/protocol-dialogs.tsx'))
const AssignDialog = lazyPart(() => import('../../domain/returns/assign-dialog.tsx'))

/** Most rows that open in place. */
const mostRows = 5

interface RowsProps {
  filters: Record<string, string>
}

const rowsOf: Partial<Record<TodayFact, (props: RowsProps) => ReactNode>> = {
  toReceive: ToReceive,
  toConfirm: ToConfirm,
  unassigned: Unassigned,
}

/** The first rows of a fact, each with the button that settles it, as far as the viewer may. */
export default function DayRows({ fact, path }: ShownFact) {
  const Rows = rowsOf[fact]
  const list = linkTo(path)
  return (
    <>
      {Rows && <Rows filters={list.search} />}
      <p className="mt-8">
        <TextLink {...list} size="sm">
          Ver todos
        </TextLink>
      </p>
    </>
  )
}

function ToReceive({ filters }: RowsProps) {
  const viewer = useViewer()
  const { list, takeFocus } = useList()
  const receipt = receiveProtocol(useQueryClient())
  const { mutate } = useMutation(receipt)
  const receiving = usePendingCalls(receipt)
  const protocols = useQuery(protocolsQuery(protocolFilter.parse(filters)))
  const { subject, isOpen, opening, open, close } = useDialog<OpenProtocolDialog>()
  const [done, setDone] = useState<number>()
  return (
    <>
      <Rows query={protocols} ref={list}>
        {(protocol) => {
          const { id, remarks, originDepartment, destinationDepartment } = protocol
          const mayReceive = canReceive(viewer, protocol).allowed
          return (
            <li key={id} className={classes.row}>
              <span className="anywhere shrink">
                <ProtocolLink id={id} />
              </span>
              <span className={classes.about}>
                <Subject>{remarks}</Subject>
                <span className="soft small">
                  <PathSmall
                    from={originDepartment || 'Origem'}
                    to={destinationDepartment || 'Destino'}
                    state={stateOf(protocol)}
                    own={ownSideOf(viewer, protocol)}
                  />
                </span>
              </span>
              <span className={classes.presses}>
                {mayReceive && (
                  <Press
                    label="Receber"
                    object={`o protocolo #${id}`}
                    busyLabel="Recebendo..."
                    isBusy={receiving.includes(id)}
                    onPress={() => !receiving.includes(id) && mutate(id, { onSuccess: takeFocus })}
                  />
                )}
                {/* These go with the dialog and not with the row, which leaves later and would take the focus along. */}
                {mayReceive && id !== done && (
                  <Press
                    label="Conferir"
                    object={`o protocolo #${id}`}
                    isQuiet
                    onPress={() => open({ action: 'check', protocol })}
                  />
                )}
                {canComplete(viewer, protocol).allowed && id !== done && (
                  <Press
                    label="Concluir"
                    object={`o protocolo #${id}`}
                    onPress={() => open({ action: 'complete', protocol })}
                  />
                )}
              </span>
            </li>
          )
        }}
      </Rows>
      {subject && (
        <ProtocolDialogs
          key={opening}
          isOpen={isOpen}
          open={subject}
          onDone={() => {
            setDone(subject.protocol.id)
            takeFocus()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function ToConfirm({ filters }: RowsProps) {
  const viewer = useViewer()
  const { list, takeFocus } = useList()
  const confirmation = changeItem(useQueryClient(), 'complete')
  const { mutate } = useMutation(confirmation)
  const confirming = usePendingCalls(confirmation).map(({ item }) => item.id)
  const returns = useQuery(returnsQuery(returnFilter.parse(filters)))
  return (
    <Rows query={returns} ref={list}>
      {(row) => (
        <ItemRow key={row.id} row={row}>
          {canCompleteItem(viewer, protocolOfRow(row), row).allowed && (
            <Press
              label="Confirmar"
              object={`a volta de ${itemName(row)}`}
              busyLabel="Confirmando..."
              isBusy={confirming.includes(row.id)}
              onPress={() => !confirming.includes(row.id) && mutate({ item: row }, { onSuccess: takeFocus })}
            />
          )}
        </ItemRow>
      )}
    </Rows>
  )
}

function Unassigned({ filters }: RowsProps) {
  const viewer = useViewer()
  const { list, takeFocus } = useList()
  const returns = useQuery(returnsQuery(returnFilter.parse(filters)))
  const { subject, isOpen, opening, open, close } = useDialog<ReturnRow>()
  return (
    <>
      <Rows query={returns} ref={list}>
        {(row) => (
          <ItemRow key={row.id} row={row}>
            {/* It goes with the assignment and not with the row, which leaves later and would take the focus along. */}
            {canAssign(viewer, protocolOfRow(row), row).allowed && (
              <Press label="Atribuir" object={itemName(row)} onPress={() => open(row)} />
            )}
          </ItemRow>
        )}
      </Rows>
      {subject && <AssignDialog key={opening} isOpen={isOpen} row={subject} onDone={takeFocus} onClose={close} />}
    </>
  )
}

/** The pressed button unmounts with its row, so the list takes the focus. */
function useList() {
  const list = useRef<HTMLUListElement>(null)
  return { list, takeFocus: () => list.current?.focus() }
}

interface AnswerRowsProps<Row> {
  query: UseQueryResult<{ data: readonly Row[] }>
  ref: Ref<HTMLUListElement>
  children: (row: Row) => ReactNode
}

function Rows<Row extends { id: number }>({ query, ref, children }: AnswerRowsProps<Row>) {
  const { error, dataUpdatedAt, refetch } = query
  // A row that others settle must not move another one under the pointer.
  const { rows: data, frame, notice } = useSteadyRows(query.data?.data, ({ id }) => id)
  return (
    <div ref={frame}>
      {notice}
      <QueryStates
        query={{ data, error, dataUpdatedAt, refetch }}
        failed="Erro ao carregar dados. Tente novamente."
        loading={<Skeleton height={36} my={4} />}
        isEmpty={({ length }) => length === 0}
        empty={<p className={classes.soft}>Nada mais aqui.</p>}
      >
        {(rows) => (
          <ul ref={ref} tabIndex={-1} className={classes.rows}>
            {rows.slice(0, mostRows).map(children)}
          </ul>
        )}
      </QueryStates>
    </div>
  )
}

function ItemRow({ row, children }: { row: ReturnRow; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <span className="anywhere shrink">
        <TextLink to="/protocolos/$id" params={{ id: String(row.protocolId) }} search={{ item: row.id }} inherit>
          {itemName(row)}
        </TextLink>
      </span>
      <span className={classes.soft}>
        {[row.documentNumber && row.itemType, `Protocolo #${row.protocolId}`].filter(Boolean).join(' · ')}
      </span>
      {children}
    </li>
  )
}

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

function Press({ label, object, busyLabel = label, isBusy = false, isQuiet = false, onPress }: PressProps) {
  const press = () => {
    forgetErrors()
    onPress()
  }
  return (
    <Button
      variant={isQuiet ? 'subtle' : 'light'}
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
