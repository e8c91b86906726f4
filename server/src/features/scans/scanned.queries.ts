import { invalidCode } from '@malote/core/codes/code.ts'
import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { type ScanReply, scannedCode } from '@malote/core/scans/scan.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { type CustodyFacts, locationOf } from '@malote/core/tracking/custody.ts'
import { type Hop, locationInChain } from '@malote/core/tracking/hop.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { type CodeKind, readCodes } from '../../domain/codes/codes.ts'
import { hopsOf, isOpenHop } from '../../domain/visibility/hops.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'

/** What a scanned code means to the viewer. */
export interface Scanned
  extends Pick<ScanReply, 'kind' | 'protocolId' | 'itemId' | 'documentNumber' | 'currentLocation'> {
  protocol: {
    status: ProtocolStatus
    requiresReturn: boolean
    originDepartmentId: number
    destinationDepartmentId: number
  }
}

/**
 * @param text a code in any of its spellings, or the address of a paper
 * @returns what the code stands on
 * @throws AppError INVALID_INPUT, CODE_NOT_FOUND for a code that no protocol and no item can have
 */
export async function readScanned(db: Db, text: string): Promise<{ kind: CodeKind; id: number }> {
  const code = scannedCode(text)
  if (code === null) throw invalidFields({ code: invalidCode })
  const belongs = (await readCodes(db)).find(code)
  if (belongs === null) throw new AppError('CODE_NOT_FOUND')
  return belongs
}

/** @returns undefined when it does not exist for the viewer */
export async function findScanned(
  db: Db,
  viewer: Viewer,
  { kind, id }: { kind: CodeKind; id: number },
): Promise<Scanned | undefined> {
  if (kind === 'protocol') return findProtocol(db, viewer, id)
  const itemId = await itemFor(db, viewer, id)
  return itemId === undefined ? undefined : findItem(db, viewer, itemId)
}

interface ProtocolRow {
  id: number
  status: ProtocolStatus
  requiresReturn: boolean
  originDepartmentId: number
  destinationDepartmentId: number
  origin: string
  destination: string
  isReceived: boolean
}

const ofProtocol = sql`p.id, p.status, p.requires_return, p.origin_department_id, p.destination_department_id,
  o.name as origin, d.name as destination, p.received_at is not null as is_received`
const withEnds = sql`join departments o on o.id = p.origin_department_id
  join departments d on d.id = p.destination_department_id`

async function findProtocol(db: Db, viewer: Viewer, id: number): Promise<Scanned | undefined> {
  const { rows } = await sql<ProtocolRow & { isPending: boolean }>`
    select ${ofProtocol}, p.pending_items > 0 as is_pending
    from protocols p ${withEnds} where p.id = ${id} and ${visibleTo(viewer, 'p')}`.execute(db)
  const [row] = rows
  return (
    row && {
      ...{ kind: 'protocol', protocolId: id, itemId: null, documentNumber: null, protocol: row },
      currentLocation: locationOf({ ...row, status: asOneItem(row) }, row),
    }
  )
}

/** Where a protocol is, is where what is still to be done with its items is. */
function asOneItem({ status, isPending }: { status: ProtocolStatus; isPending: boolean }): CustodyFacts['status'] {
  if (status === protocolStatus.completed) return itemStatus.completed
  if (status === protocolStatus.cancelled) return itemStatus.cancelled
  return isPending || status === protocolStatus.pending ? itemStatus.pending : itemStatus.returned
}

interface ItemRow extends ProtocolRow {
  itemId: number
  documentNumber: string | null
  itemStatus: ItemStatus
  hops: Hop[] | null
}

async function findItem(db: Db, viewer: Viewer, id: number): Promise<Scanned | undefined> {
  const { rows } = await sql<ItemRow>`
    select ${ofProtocol}, i.id as item_id, i.document_number, i.status as item_status, ${hopsOf(viewer, 'i')} as hops
    from items i join protocols p on p.id = i.protocol_id ${withEnds} where i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const facts = { id, status: row.itemStatus, requiresReturn: row.requiresReturn, isReceived: row.isReceived }
  return {
    ...{ kind: 'item', protocolId: row.id, itemId: id, documentNumber: row.documentNumber, protocol: row },
    currentLocation: locationInChain(facts, row, row.hops ?? []),
  }
}

/**
 * The item that a label means to the viewer. A thing that was passed on still carries the label of the protocol that it
 * first came with, so whoever holds it is led to the item of their own protocol, whichever of its labels is read. Else it
 * is the labelled item itself, if the viewer may see it, or the one with which their department had the thing
 * (contract 23.6).
 */
async function itemFor(db: Db, viewer: Viewer, labelled: number): Promise<number | undefined> {
  const isHere = sql`chain.destination_department_id = ${ownDepartment(viewer)}`
  const isHeld = sql`${isOpenHop('chain')} and not exists (
    select from items c where c.forwarded_from_item_id = chain.id and ${isOpenHop('c')})`
  const { rows } = await sql<{ id: number }>`
    with recursive earlier as (
      select id, forwarded_from_item_id from items where id = ${labelled}
      union all
      select i.id, i.forwarded_from_item_id from earlier join items i on i.id = earlier.forwarded_from_item_id
    ), chain as (
      select i.*, 0 as n from items i join earlier using (id) where earlier.forwarded_from_item_id is null
      union all
      select i.*, chain.n + 1 from chain join items i on i.forwarded_from_item_id = chain.id
    )
    select id from chain
    where (id = ${labelled} and ${visibleTo(viewer, 'chain')}) or ${isHere}
    order by ${isHere} and ${isHeld} desc, id = ${labelled} desc, n desc limit 1`.execute(db)
  return rows[0]?.id
}
