import { historyAction } from '@malote/core/history/history-entry.ts'
import { kindWords } from '@malote/core/occurrences/occurrence.ts'
import { canOpenOccurrence } from '@malote/core/occurrences/occurrence-rules.ts'
import { openedTitle } from '@malote/core/occurrences/occurrence-titles.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { andMore } from '@malote/core/shared/portuguese.ts'
import { allowed, refused, type Verdict } from '@malote/core/shared/verdict.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { concerned } from './concerned.ts'
import { insertOccurrences, type OccurrenceLine } from './occurrences.repo.ts'

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
  const sentences = lines.map((line) => ({
    itemId: line.item.id,
    description: `${by.name} registrou ocorrência no ${sentenceOf(line)}`,
  }))
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.occurrenceOpened,
      description: `${by.name} registrou ${lines.length} ocorrências: ${lines.map(sentenceOf).join('; ')}`,
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
    message: isOne ? `Protocolo #${protocol.id}: ${sentences[0]?.description}` : listOf(by, protocol, lines),
    protocolId: protocol.id,
    itemId: isOne ? first.item.id : null,
    at,
  })
  return inserted.flatMap((id) => id ?? [])
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

/** The removal of a text finds its copies in notifications by `Descrição: “` (`features/black-outs`). */
const sentenceOf = ({ item, kind, description }: OccurrenceLine) =>
  `${itemLabel(item)}: ${kindWords[kind]}. Descrição: “${description}”`

/** Maximum number of items that the notification lists individually. */
const listed = 5

function listOf(by: Actor, { id }: LockedProtocol, lines: readonly OccurrenceLine[]): string {
  return [
    `${by.name} registrou ${lines.length} ocorrências no protocolo #${id}:`,
    ...lines.slice(0, listed).map(sentenceOf),
    ...andMore(lines.length - listed, 'item', 'itens'),
  ].join('\n')
}
