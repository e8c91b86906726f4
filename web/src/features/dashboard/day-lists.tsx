import { acts } from '@malote/core/acts/act.ts'
import { canAssign, canCompleteItem, canRemind, canReturn } from '@malote/core/items/item-rules.ts'
import { protocolFilter } from '@malote/core/protocols/protocol.ts'
import { canComplete, canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { type ReturnRow, returnFilter } from '@malote/core/returns/return-row.ts'
import { protocolOfRow } from '@malote/core/returns/return-rules.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { remindOne } from '../../domain/items/bulk/bulk.api.ts'
import { useItemActions } from '../../domain/items/item-buttons.tsx'
import { itemName } from '../../domain/items/item-name.ts'
import { changeItem } from '../../domain/items/items.api.ts'
import { remindedToday } from '../../domain/items/reminder.ts'
import { useToday } from '../../domain/organisation/config.ts'
import type { OpenProtocolDialog } from '../../domain/protocols/actions/protocol-dialogs.tsx'
import { AwaitingNote } from '../../domain/protocols/protocol-parts.tsx'
import { protocolsQuery, receiveProtocol } from '../../domain/protocols/protocols.api.ts'
import { itemOfRow, returnsQuery } from '../../domain/returns/returns.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { usePendingCalls } from '../../lib/use-pending-calls.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ItemRow, Press, ProtocolRow, Rows, useList } from './day-rows.tsx'

const ProtocolDialogs = lazyPart(() => import('../../domain/protocols/actions/protocol-dialogs.tsx'))
const AssignDialog = lazyPart(() => import('../../domain/returns/assign-dialog.tsx'))

export interface DayListProps {
  /** The filters of the list behind the heading. */
  filters: Record<string, string>
  /** How many rows that list has. */
  count: number
}

/** Protocols that came: each is received, or completed where nothing must come back. */
export function ToReceive({ filters, count }: DayListProps) {
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
      <Rows query={protocols} count={count} ref={list}>
        {(protocol) => {
          const { id } = protocol
          const mayReceive = canReceive(viewer, protocol).allowed
          return (
            <ProtocolRow key={id} protocol={protocol} route={`de ${protocol.originDepartment || 'Origem'}`}>
              {/* These go with the dialog and not with the row, which leaves later and would take the focus along. */}
              {mayReceive && id !== done && (
                <Press
                  label={acts.check.verb}
                  object={`o protocolo #${id}`}
                  isQuiet
                  onPress={() => open({ action: 'check', protocol })}
                />
              )}
              {mayReceive && (
                <Press
                  label={acts.receive.verb}
                  object={`o protocolo #${id}`}
                  busyLabel={acts.receive.busy}
                  isBusy={receiving.includes(id)}
                  onPress={() => !receiving.includes(id) && mutate(id, { onSuccess: takeFocus })}
                />
              )}
              {canComplete(viewer, protocol).allowed && id !== done && (
                <Press
                  label={acts.complete.verb}
                  object={`o protocolo #${id}`}
                  onPress={() => open({ action: 'complete', protocol })}
                />
              )}
            </ProtocolRow>
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

/** Items that the viewer's department, or the viewer, has to give back: the most urgent ones. */
export function ToReturn({ filters, count }: DayListProps) {
  const viewer = useViewer()
  const returns = useQuery(returnsQuery(returnFilter.parse(filters)))
  const { run, dialogs } = useItemActions()
  return (
    <>
      <Rows query={returns} count={count}>
        {(row) => (
          <ItemRow key={row.id} row={row}>
            {canReturn(viewer, protocolOfRow(row), row).allowed && (
              <Press
                label={acts.returnItem.verb}
                object={itemName(row)}
                onPress={() => run('return', itemOfRow(row))}
              />
            )}
          </ItemRow>
        )}
      </Rows>
      {dialogs}
    </>
  )
}

/** Items that came back and wait for the origin's word. */
export function ToConfirm({ filters, count }: DayListProps) {
  const viewer = useViewer()
  const { list, takeFocus } = useList()
  const confirmation = changeItem(useQueryClient(), 'completeItem')
  const { mutate } = useMutation(confirmation)
  const confirming = usePendingCalls(confirmation).map(({ item }) => item.id)
  const returns = useQuery(returnsQuery(returnFilter.parse(filters)))
  return (
    <Rows query={returns} count={count} ref={list}>
      {(row) => (
        <ItemRow key={row.id} row={row}>
          {canCompleteItem(viewer, protocolOfRow(row), row).allowed && (
            <Press
              label={acts.completeItem.verb}
              object={itemName(row)}
              busyLabel={acts.completeItem.busy}
              isBusy={confirming.includes(row.id)}
              onPress={() => !confirming.includes(row.id) && mutate({ item: row }, { onSuccess: takeFocus })}
            />
          )}
        </ItemRow>
      )}
    </Rows>
  )
}

/** Items that nobody answers for. */
export function Unassigned({ filters, count }: DayListProps) {
  const viewer = useViewer()
  const { list, takeFocus } = useList()
  const returns = useQuery(returnsQuery(returnFilter.parse(filters)))
  const { subject, isOpen, opening, open, close } = useDialog<ReturnRow>()
  return (
    <>
      <Rows query={returns} count={count} ref={list}>
        {(row) => (
          <ItemRow key={row.id} row={row}>
            {/* It goes with the assignment and not with the row, which leaves later and would take the focus along. */}
            {canAssign(viewer, protocolOfRow(row), row).allowed && (
              <Press label={acts.assign.verb} object={itemName(row)} onPress={() => open(row)} />
            )}
          </ItemRow>
        )}
      </Rows>
      {subject && <AssignDialog key={opening} isOpen={isOpen} row={subject} onDone={takeFocus} onClose={close} />}
    </>
  )
}

/** Protocols that another department has not received for days. */
export function Sent({ filters, count }: DayListProps) {
  const protocols = useQuery(protocolsQuery(protocolFilter.parse(filters)))
  return (
    <Rows query={protocols} count={count}>
      {(protocol) => (
        <ProtocolRow
          key={protocol.id}
          protocol={protocol}
          route={`para ${protocol.destinationDepartment || 'Destino'}`}
          note={<AwaitingNote days={protocol.awaitingReceiptDays} />}
        />
      )}
    </Rows>
  )
}

/** Items that others should have sent back. */
export function LateElsewhere({ filters, count }: DayListProps) {
  const viewer = useViewer()
  const today = useToday()
  const { list, takeFocus } = useList()
  const reminder = remindOne(useQueryClient())
  const { mutate } = useMutation(reminder)
  const reminding = usePendingCalls(reminder)
  const returns = useQuery(returnsQuery(returnFilter.parse(filters)))
  return (
    <Rows query={returns} count={count} ref={list}>
      {(row) => (
        <ItemRow key={row.id} row={row}>
          {canRemind(viewer, protocolOfRow(row), row).allowed && remindedToday(row, today) === null && (
            <Press
              label={acts.remind.verb}
              object={itemName(row)}
              busyLabel={acts.remind.busy}
              isBusy={reminding.includes(row.id)}
              onPress={() => !reminding.includes(row.id) && mutate(row.id, { onSuccess: takeFocus })}
            />
          )}
        </ItemRow>
      )}
    </Rows>
  )
}
