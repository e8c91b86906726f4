import { historyAction } from '@malote/core/acts/act.ts'
import type { ItemStatus } from '@malote/core/items/item-status.ts'
import {
  kindWords,
  mostOccurrenceFiles,
  newOccurrence,
  type Occurrence,
  tooManyOccurrenceFiles,
} from '@malote/core/occurrences/occurrence.ts'
import { canOpenOccurrence } from '@malote/core/occurrences/occurrence-rules.ts'
import { openedTitle } from '@malote/core/occurrences/occurrence-titles.ts'
import { isAtDestination, isAtOrigin } from '@malote/core/protocols/protocol-rules.ts'
import type { ProtocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { andMore } from '@malote/core/shared/portuguese.ts'
import { allowed, refused, type Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { insertAttachments, withKeptFiles } from '../../domain/attachments/attachments.repo.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { keepTexts, type TypedText } from '../../domain/custody/typed-texts.repo.ts'
import type { Audience } from '../../domain/notices/audience.ts'
import { notify } from '../../domain/notices/notify.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Form } from '../../platform/files/receive-form.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { decodeBody } from '../../platform/http/valid-body.ts'
import { insertOccurrences, type OccurrenceLine, occurrenceAfter } from './occurrences.repo.ts'

/**
 * Checked before reading the form.
 *
 * @throws AppError ITEM_NOT_FOUND; those of {@link canOpenOccurrence}
 */
export async function ensureMayOpen(db: Db, viewer: Actor, itemId: number): Promise<void> {
  const item = await db
    .selectFrom('items')
    .innerJoin('protocols', 'protocols.id', 'items.protocolId')
    .select(['items.status', 'protocols.status as protocolStatus'])
    .where('items.id', '=', itemId)
    .where(visibleTo(viewer))
    .executeTakeFirst()
  if (!item) throw new AppError('ITEM_NOT_FOUND')
  ensure(canOpenOccurrence({ status: item.protocolStatus as ProtocolStatus }, { status: item.status as ItemStatus }))
}

/**
 * *Registrar ocorrência*: puts on record what went wrong with an item, with up to five files.
 *
 * A retry does not open a second one: the item then has an open one of this kind.
 *
 * @throws AppError as {@link ensureMayOpen}; INVALID_INPUT with every wrong field; OCCURRENCE_ALREADY_OPEN
 */
export async function openOccurrence(
  db: Db,
  viewer: Actor,
  itemId: number,
  form: Form,
  { storage, now }: { storage: Storage; now: Date },
): Promise<Occurrence> {
  const { kind, description } = readForm(form)
  return withKeptFiles(db, storage, form.files, now, (files) =>
    db.transaction().execute(async (trx) => {
      const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
      const [id = 0] = await writeOccurrences(trx, protocol, [{ item, kind, description }], viewer, now)
      await insertAttachments(trx, files, Array(mostOccurrenceFiles).fill(itemId), viewer.id, now, id)
      // Read before the commit: after it, the response must not fail any more.
      return occurrenceAfter(trx, id)
    }),
  )
}

function readForm({ fields, files, fieldErrors }: Form) {
  const { value, fieldErrors: wrong } = decodeBody(newOccurrence, fields)
  const tooMany = files.filter(({ index }) => index >= mostOccurrenceFiles)
  const found = {
    ...wrong,
    ...Object.fromEntries(tooMany.map(({ field }) => [field, tooManyOccurrenceFiles])),
    ...fieldErrors,
  }
  if (!value || Object.keys(found).length > 0) throw invalidFields(found)
  return value
}

/**
 * Opens occurrences of items of one protocol as one act: one entry in the history, and one notification per person.
 *
 * @param protocol as it was locked
 * @param lines    each item at most once
 * @returns how many were opened
 * @throws AppError of {@link canOpenOccurrence}, OCCURRENCE_ALREADY_OPEN; with a message at the `field` of each such item
 */
export async function openOccurrences(
  trx: Trx,
  protocol: LockedProtocol,
  lines: readonly OccurrenceLine[],
  by: Actor,
  at: Date,
): Promise<number> {
  return (await writeOccurrences(trx, protocol, lines, by, at)).length
}

/** Like {@link openOccurrences}; returns the ids of the occurrences. */
export async function writeOccurrences(
  trx: Trx,
  protocol: LockedProtocol,
  lines: readonly OccurrenceLine[],
  by: Actor,
  at: Date,
): Promise<number[]> {
  ensureEach(lines, ({ item }) => canOpenOccurrence(protocol, item))
  const inserted = await insertOccurrences(trx, protocol, lines, by.id, at)
  ensureEach(lines, (_, index) => (inserted[index] === undefined ? refused('OCCURRENCE_ALREADY_OPEN') : allowed))
  const [first] = lines
  if (!first) return []
  const opened = inserted.flatMap((id) => id ?? [])
  const texts = await keepTexts(
    trx,
    lines.map(({ description: body }, index) => ({ body, of: ['occurrence_description', opened[index] ?? 0] })),
  )
  const said = lines.map((line, index) => sentenceOf(line, texts[index]))
  const sentences = lines.map(({ item }, index) => ({
    itemId: item.id,
    description: `${by.name} registrou ocorrência no ${said[index]}`,
  }))
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.occurrenceOpened,
      texts,
      description: `${by.name} registrou ${lines.length} ocorrências: ${said.join('; ')}`,
      by: by.id,
      at,
    },
    sentences,
  )
  const isOne = lines.length === 1
  const { people, managers } = concerned(
    by,
    protocol,
    lines.map(({ item }) => item),
  )
  await notify(trx, {
    type: 'item_return',
    to: [...people, ...managers],
    by,
    title: openedTitle(lines.length),
    message: isOne ? `Protocolo #${protocol.id}: ${sentences[0]?.description}` : listOf(by, protocol, said),
    texts,
    protocolId: protocol.id,
    itemId: isOne ? first.item.id : null,
    at,
  })
  return opened
}

/**
 * @throws AppError of the first line that is refused. In a request about several items its message names the item, and
 * each refused one has a message at its field.
 */
function ensureEach(
  lines: readonly OccurrenceLine[],
  verdictOf: (line: OccurrenceLine, index: number) => Verdict,
): void {
  const refusals = lines.flatMap((line, index) => {
    const verdict = verdictOf(line, index)
    return verdict.allowed ? [] : [{ ...line, ...verdict }]
  })
  const [first] = refusals
  if (first === undefined) return
  const { code, message, field, item } = first
  if (field === undefined) throw new AppError(code, { message })
  const fieldErrors = Object.fromEntries(refusals.flatMap((one) => (one.field ? [[one.field, one.message]] : [])))
  throw new AppError(code, { message: `${itemLabel(item)}: ${message}`, fieldErrors })
}

const sentenceOf = ({ item, kind }: OccurrenceLine, description: TypedText | undefined) =>
  `${itemLabel(item)}: ${kindWords[kind]}. Descrição: “${description?.token}”`

/** Maximum number of items that the notification lists individually. */
const listed = 5

function listOf(by: Actor, { id }: LockedProtocol, said: readonly string[]): string {
  return [
    `${by.name} registrou ${said.length} ocorrências no protocolo #${id}:`,
    ...said.slice(0, listed),
    ...andMore(said.length - listed, 'item', 'itens'),
  ].join('\n')
}

/**
 * Recipients of occurrences: the creator and the people responsible for the items; and the Gestores of the other side,
 * or of both sides when an Admin of a third department acts.
 */
export function concerned(
  by: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
): { people: Audience[]; managers: Audience[] } {
  const origin = { managersOf: protocol.originDepartmentId, because: 'é gestor do departamento de origem' }
  const destination = { managersOf: protocol.destinationDepartmentId, because: 'é gestor do departamento de destino' }
  return {
    people: [
      { users: [protocol.createdBy], because: 'criou o protocolo' },
      { users: items.map(({ responsibleId }) => responsibleId), because: 'responde pelo item' },
    ],
    managers: [...(isAtOrigin(by, protocol) ? [] : [origin]), ...(isAtDestination(by, protocol) ? [] : [destination])],
  }
}
