import type { ItemText } from '@malote/core/black-outs/black-out.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import type { LockedItem } from '../../domain/custody/lock-protocol.ts'
import type { Announced } from '../../domain/notices/withdraw-notices.ts'
import type { Entry } from './black-outs.repo.ts'
import type { RemovalTarget } from './removal-target.ts'

/*
 * The entries of 1.0.0 do not say what they quote: their words do. These are the words of that release, whatever the
 * sentences of today look like.
 */

/** The entries that quote why a protocol was cancelled. */
const cancellations: readonly string[] = [
  historyAction.protocolCancelled,
  historyAction.protocolRefused,
  historyAction.protocolRedirected,
]

/** True when an entry without `quotes` quotes what is removed, in any version. */
export function quotedBefore({ kind, id, text, item, alsoRemoved = [] }: RemovalTarget, entry: Entry): boolean {
  const { action, description } = entry
  const isAboutItem = item !== undefined && entry.itemIds.includes(item.id)
  const isEdit = action === historyAction.protocolEdited
  const isCancelledItem = action === historyAction.itemCancelled && isAboutItem
  switch (kind) {
    case 'history':
      return entry.id === id
    // The history never quotes comments.
    case 'comment':
      return false
    case 'remarks':
      return isEdit && quotesText(description, 'remarks')
    case 'item_description':
    case 'item_reason':
      return isEdit && quotesText(description, kind === 'item_reason' ? 'reason' : 'description', item)
    case 'attachment':
      return isEdit && description.includes(`anexo “${text}” adicionado`)
    case 'cancel_reason':
      return cancellations.includes(action)
    case 'item_cancel_reason':
      return isCancelledItem
    case 'occurrence_description':
      return action === historyAction.occurrenceOpened && isAboutItem && description.includes(`“${text}”`)
    case 'occurrence_outcome_note':
      return (
        (action === historyAction.occurrenceResolved && isAboutItem && description.includes(`“${text}”`)) ||
        // A written-off item.
        (isCancelledItem && alsoRemoved.length > 0)
      )
    case 'extension_request_reason':
      return (
        isAboutItem &&
        ((action === historyAction.extensionRequested && description.endsWith(`Motivo: “${text}”`)) ||
          (action === historyAction.dueDateChanged &&
            (description.endsWith(`Motivo: ${text}`) || description.includes(`Motivo: ${text}. Resposta: “`))))
      )
    case 'extension_request_note':
      return (
        isAboutItem &&
        (action === historyAction.dueDateChanged || action === historyAction.extensionDenied) &&
        description.endsWith(`Resposta: “${text}”`)
      )
  }
}

const wordsOf = { remarks: 'Observações', description: 'descrição', reason: 'motivo' } as const

/** In doubt it is true, for example for another item without a document number. */
function quotesText(
  description: string,
  field: 'remarks' | Exclude<ItemText, 'cancel_reason'>,
  item?: Pick<LockedItem, 'documentNumber'>,
): boolean {
  const start = item ? ': ' : ''
  return (
    description.includes(item ? numbered(item) : '') &&
    [': “', ' de “', ' “'].some((quote) => description.includes(`${start}${wordsOf[field]}${quote}`))
  )
}

const numbered = ({ documentNumber }: Pick<LockedItem, 'documentNumber'>) =>
  documentNumber ? `Item ${documentNumber} (` : ''

/**
 * Notifications of *Cobrar* quote the item's description; their entries in the history do not. In doubt also those of the
 * act that only name other items of the protocol.
 */
export function askedForBefore({ kind, protocol, item }: RemovalTarget, entries: readonly Entry[]): Announced[] {
  if (kind !== 'item_description' || !item) return []
  const texts = [`, protocolo #${protocol.id}:`]
  return entries
    .filter(({ action, itemIds }) => action === historyAction.itemsAskedFor && itemIds.includes(item.id))
    .map(({ at }) => ({ at, texts }))
}
