import { type FoundCode, invalidCode, readCode } from '@malote/core/codes/code.ts'
import type { ItemOnPaper, OnPaper } from '@malote/core/codes/paper.ts'
import { type PaperChanges, paperActions, type Verification } from '@malote/core/codes/verification.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { fingerprintOf, readCodes } from '../../domain/codes/codes.ts'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isoInstant } from '../../platform/db/statements.ts'

/**
 * What a code belongs to (contract 22.3).
 *
 * @param typed in any of its spellings
 * @throws AppError INVALID_INPUT, CODE_NOT_FOUND also when the viewer may not see it
 */
export async function findByCode(db: Db, viewer: Viewer, typed: string): Promise<FoundCode> {
  const { kind, protocolId, itemId } = await find(db, typed, viewer)
  return { kind, protocolId, itemId }
}

/**
 * What anybody may know of a paper (contract 22.7).
 *
 * @param fingerprint on the paper; an empty one, of an address that was cut off, is none
 * @throws AppError INVALID_INPUT, CODE_NOT_FOUND
 */
export async function verifyPaper(db: Db, typed: string, fingerprint: string | undefined): Promise<Verification> {
  const { kind, protocolId, itemId: _, paper, ...known } = await find(db, typed)
  const today = fingerprintOf(await readPaper(db, { id: protocolId, ...paper }))
  return { kind, protocolId, ...known, current: fingerprint ? isSame(today, fingerprint) : null }
}

/**
 * What has changed since a paper was printed, of which nothing was stored: undoes one change after the other until the
 * fingerprint is that of the paper. What an edit of the protocol replaced is not kept, so that a paper from before one is
 * only known to be older.
 *
 * @throws AppError INVALID_INPUT, CODE_NOT_FOUND also when the viewer may not see it
 */
export async function changesSince(db: Db, viewer: Viewer, typed: string, fingerprint: string): Promise<PaperChanges> {
  const { protocolId, paper: ends } = await find(db, typed, viewer)
  const paper = await readPaper(db, { id: protocolId, ...ends })
  if (isSame(fingerprintOf(paper), fingerprint)) return { current: true, isSince: true, changes: [] }
  const since = printedBefore(paper, await readSteps(db, protocolId), fingerprint)
  const changes = await db
    .selectFrom('history as h')
    .leftJoin('users as u', 'u.id', 'h.createdBy')
    .select([
      'h.id',
      'h.action',
      filledIn('h.description', 'h.texts').as('description'),
      'u.name as createdBy',
      'h.itemId',
    ])
    .select(isoInstant(sql`h.created_at`).as('createdAt'))
    .where('h.protocolId', '=', protocolId)
    .where('h.action', 'in', [...paperActions])
    .$if(since !== null, (query) => query.where('h.createdAt', '>=', String(since?.toISOString())))
    .orderBy('h.id', 'desc')
    .execute()
  return { current: false, isSince: since !== null, changes: changes as PaperChanges['changes'] }
}

const isSame = (fingerprint: string, other: string) => fingerprint === other.toLowerCase()

/** A change that the database remembers well enough to undo it. */
interface Step {
  itemId: number
  at: Date
  /** The item as it was before. */
  before: Partial<ItemOnPaper>
}

/** Most acts that are undone: each fingerprint of 500 items holds up everybody for a moment. */
const mostUndone = 200

/** The moment of the first change after the printing; null when no undoing leads to the fingerprint. */
function printedBefore(paper: OnPaper, steps: readonly Step[], fingerprint: string): Date | null {
  const items = new Map(paper.items.map((item) => [item.id, item]))
  let undone = 0
  for (const [index, { itemId, before, at }] of steps.entries()) {
    const item = items.get(itemId)
    if (item) items.set(itemId, { ...item, ...before })
    // One act may change many items.
    if (steps[index + 1]?.at.getTime() === at.getTime()) continue
    undone += 1
    if (undone > mostUndone) return null
    if (isSame(fingerprintOf({ ...paper, items: [...items.values()] }), fingerprint)) return at
  }
  return null
}

async function readSteps(db: Db, protocolId: number): Promise<Step[]> {
  const items = db.selectFrom('items').where('protocolId', '=', protocolId)
  const [moved, cancelled] = await Promise.all([
    items
      .innerJoin('dueDateChanges as c', 'c.itemId', 'items.id')
      .select(['items.id as itemId', 'c.changedAt as at', 'c.fromDate'])
      .orderBy('c.id', 'desc')
      .limit(20_000)
      .execute(),
    items.select(['id as itemId', 'cancelledAt as at']).where('cancelledAt', 'is not', null).execute(),
  ])
  const steps = [
    ...moved.map(({ itemId, at, fromDate }) => ({ itemId, at: new Date(at), before: { returnDate: fromDate } })),
    ...cancelled.map(({ itemId, at }) => ({
      itemId,
      at: new Date(at as never),
      before: { status: itemStatus.pending },
    })),
  ]
  return steps.toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

async function readPaper(db: Db, protocol: Omit<OnPaper, 'items'>): Promise<OnPaper> {
  const items = await db
    .selectFrom('items')
    .select(['id', 'status', 'documentNumber', 'itemTypeId', 'returnDate'])
    .where('protocolId', '=', protocol.id)
    .execute()
  return { ...protocol, items }
}

/** @param viewer absent: whoever has the paper */
async function find(db: Db, typed: string, viewer?: Viewer) {
  const code = readCode(typed)
  if (code === null) throw invalidFields({ code: invalidCode })
  const belongs = (await readCodes(db)).find(code)
  if (belongs === null) throw new AppError('CODE_NOT_FOUND')
  const found = await db
    .selectFrom('protocols as p')
    .innerJoin('departments as o', 'o.id', 'p.originDepartmentId')
    .innerJoin('departments as d', 'd.id', 'p.destinationDepartmentId')
    .select(['p.id', 'p.status', 'o.name as originDepartment', 'd.name as destinationDepartment'])
    .select(['p.originDepartmentId', 'p.destinationDepartmentId', isoInstant(sql`p.created_at`).as('createdAt')])
    .where('p.id', '=', (eb) =>
      belongs.kind === 'protocol'
        ? eb.val(belongs.id)
        : eb.selectFrom('items').select('protocolId').where('items.id', '=', belongs.id),
    )
    .$if(viewer !== undefined, (query) => query.where(visibleTo(viewer as Viewer, 'p')))
    .executeTakeFirst()
  if (!found) throw new AppError('CODE_NOT_FOUND')
  const { id, originDepartmentId, destinationDepartmentId, status, ...known } = found
  return {
    kind: belongs.kind,
    protocolId: id,
    itemId: belongs.kind === 'item' ? belongs.id : null,
    status: status as ProtocolStatus,
    ...known,
    paper: { originDepartmentId, destinationDepartmentId },
  }
}
