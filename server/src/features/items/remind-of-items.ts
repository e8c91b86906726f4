import { historyAction } from '@malote/core/acts/act.ts'
import type { RemindReply } from '@malote/core/items/item.ts'
import { canRemind, canRemindAgain } from '@malote/core/items/item-rules.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { andMore } from '@malote/core/shared/portuguese.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { allLabels, countOf, itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { markReminded } from '../../domain/custody/protocols.repo.ts'
import { keepText, keepTexts, type NewText, type TypedText } from '../../domain/custody/typed-texts.repo.ts'
import { noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { answeringForEach, itemsOf, onlySubject } from './bulk-notices.ts'
import { type BulkContext, runBulk } from './run-bulk.ts'

/** An item that was asked for, with its line in the notification, and the message. */
interface AskedItem extends LockedItem {
  line: string
  described: TypedText | undefined
  said: TypedText | undefined
}

/**
 * *Cobrar*: asks for items back, each once a day (contract 17.2). Notifies the person responsible for each item, or the
 * Gestores of the destination if nobody there is.
 *
 * @param timeZone IANA name, for the organisation's day
 */
export async function remindOfItems(
  db: Db,
  viewer: Actor,
  { itemIds, message }: { itemIds: readonly number[]; message?: string | null | undefined },
  { now, log, timeZone }: BulkContext & { timeZone: string },
): Promise<RemindReply> {
  const dayOf = (instant: string | Date) => civilDateIn(new Date(instant), timeZone)
  const notices = noticesOfAct<AskedItem>({
    type: 'item_return',
    by: viewer,
    at: now,
    isRefusable: true,
    text: (parts) => ({ ...textOf(viewer, parts), ...onlySubject(parts) }),
  })
  const { success, errors } = await runBulk(db, viewer, itemIds, log, {
    verdict: (protocol, item) => {
      const verdict = canRemind(viewer, protocol, item)
      return verdict.allowed
        ? canRemindAgain(item.remindedAt && dayOf(item.remindedAt), item.remindedBy, dayOf(now))
        : verdict
    },
    change: async (trx, protocol, items) => {
      const ids = items.map(({ id }) => id)
      await markReminded(trx, ids, viewer.id, now)
      const said = message ? await keepText(trx, message) : undefined
      const remark = said ? `. ${remarkOf(said)}` : ''
      await recordAct(
        trx,
        {
          protocolId: protocol.id,
          action: historyAction.itemsAskedFor,
          description: `${viewer.name} cobrou a devolução de ${countOf(items)}: ${allLabels(items)}${remark}`,
          texts: said ? [said] : [],
          by: viewer.id,
          at: now,
        },
        items.map((item) => ({
          itemId: item.id,
          description: `${viewer.name} cobrou a devolução do ${itemLabel(item)}${remark}`,
        })),
      )
      const descriptions = await keepTexts(
        trx,
        items.flatMap(({ id, description }): NewText[] =>
          description ? [{ body: description, of: ['item_description', id], toldAt: now }] : [],
        ),
      )
      const next = descriptions.values()
      const asked = items.map((item) => {
        const described = item.description ? next.next().value : undefined
        return { ...item, described, said, line: lineOf(protocol, item, described, dayOf) }
      })
      await notices.notify(trx, { protocolId: protocol.id, items: asked }, answeringForEach(protocol, items))
    },
    notices: [notices],
    done: '',
  })
  return { results: { success: success.map(({ id }) => id), errors } }
}

/** Maximum number of items that the notification lists individually. */
const listed = 10

const remarkOf = ({ token }: TypedText) => `Mensagem: “${token}”`

function textOf(viewer: Actor, parts: readonly Part<AskedItem>[]) {
  const items = itemsOf(parts)
  const said = items.flatMap((item) => item.said ?? [])
  return {
    title: items.length === 1 ? 'Devolução cobrada' : `Devolução de ${items.length} itens cobrada`,
    message: [
      `${viewer.name} cobrou a devolução de ${countOf(items)}:`,
      ...items.slice(0, listed).map(({ line }) => line),
      ...andMore(items.length - listed, 'item', 'itens'),
      ...said.slice(0, 1).map(remarkOf),
    ].join('\n'),
    itemIds: items.map(({ id }) => id),
    texts: [...said, ...items.slice(0, listed).flatMap(({ described }) => described ?? [])],
  }
}

/** What is asked for, since when it is there, and when it was due. */
function lineOf(
  protocol: LockedProtocol,
  item: LockedItem,
  description: TypedText | undefined,
  dayOf: (instant: string) => CivilDate,
): string {
  const { id, createdAt, receivedAt } = protocol
  const since = receivedAt
    ? `recebido em ${inPortuguese(dayOf(receivedAt))}`
    : `enviado em ${inPortuguese(dayOf(createdAt))}, ainda não recebido`
  const due = item.returnDate ? `, prazo ${inPortuguese(item.returnDate)}` : ''
  const where = item.forwardedTo ? `, encaminhado para ${item.forwardedTo.department}` : ''
  const described = description ? `, ${description.token}` : ''
  return `${itemLabel(item)}${described}, protocolo #${id}: ${since}${due}${where}`
}
