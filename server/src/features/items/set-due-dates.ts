import { dueDateProblem, newDueDateProblem } from '@malote/core/items/due-date-rules.ts'
import type { BulkReply } from '@malote/core/items/item.ts'
import type { BulkDueDateBody } from '@malote/core/items/item.wire.ts'
import { canSetDueDate } from '@malote/core/items/item-rules.ts'
import { civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import { refusedBecause } from '@malote/core/shared/verdict.ts'
import { countOf } from '../../domain/custody/item-label.ts'
import type { LockedItem } from '../../domain/custody/lock-protocol.ts'
import { noticesOfAct } from '../../domain/notices/notices-of-act.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { answeringForEach, itemsOf, ofProtocols, onlySubject } from './act-words.ts'
import { type BulkContext, eachItem } from './each-item.ts'
import { markDue } from './mark-due.ts'

/**
 * *Prorrogar selecionados*: sets one due date for several items, as far as the viewer may (contract 17.3).
 *
 * @param timeZone IANA name, for "today"
 * @throws AppError INVALID_INPUT at `return_date` when the day has gone by
 */
export async function setDueDates(
  db: Db,
  viewer: Actor,
  { itemIds, returnDate, reason }: BulkDueDateBody,
  { now, log, timeZone }: BulkContext & { timeZone: string },
): Promise<BulkReply> {
  const today = civilDateIn(now, timeZone)
  const problem = dueDateProblem(returnDate, null, today)
  if (problem) throw invalidFields({ return_date: problem })
  const notices = noticesOfAct<LockedItem>({
    type: 'item_return',
    by: viewer,
    at: now,
    text: (parts) => {
      const items = itemsOf(parts)
      return {
        title: items.length === 1 ? 'Prazo de retorno alterado' : `Prazo de ${items.length} itens alterado`,
        message: `${viewer.name} alterou para ${inPortuguese(returnDate)} o prazo de ${countOf(items)} ${ofProtocols(parts)}\nMotivo: ${reason}`,
        ...onlySubject(parts),
      }
    },
  })
  const results = await eachItem(db, viewer, itemIds, log, {
    verdict: (protocol, item) => {
      const verdict = canSetDueDate(viewer, protocol, item)
      if (!verdict.allowed) return verdict
      const wrong = newDueDateProblem(returnDate, item, today)
      return wrong ? refusedBecause('INVALID_INPUT', wrong) : verdict
    },
    change: async (trx, protocol, items) => {
      await markDue(trx, viewer, protocol, items, { returnDate, reason }, now)
      await notices.tell(trx, { protocolId: protocol.id, items }, [
        ...answeringForEach(protocol, items),
        {
          users: items.map(({ extensionRequest }) => extensionRequest?.askedById ?? null),
          because: 'pediu mais prazo',
          only: ({ extensionRequest }, userId) => extensionRequest?.askedById === userId,
        },
      ])
    },
    notices: [notices],
    done: 'Prazo alterado com sucesso!',
  })
  return { results }
}
