import { type HistoryAction, historyAction } from '@malote/core/acts/act.ts'
import { type BlackOutKind, removedText } from '@malote/core/black-outs/black-out.ts'
import type { Announced } from '../../domain/notices/withdraw-notices.ts'
import type { Entry, Removed } from './black-outs.repo.ts'
import type { RemovalTarget } from './removal-target.ts'

/*
 * The entries that servers of 1.0.0 have written do not name their texts: their words do. These are the words of that
 * release, whatever the sentences of today look like.
 */

/** The actions whose entries quote texts of a kind. */
const quotedIn: Record<BlackOutKind, readonly HistoryAction[]> = {
  // By its id; and the history never quotes comments.
  ...{ history: [], comment: [] },
  ...{ remarks: ['Protocolo editado'], attachment: ['Protocolo editado'] },
  ...{ item_description: ['Protocolo editado'], item_reason: ['Protocolo editado'] },
  cancel_reason: ['Protocolo cancelado', 'Protocolo recusado', 'Protocolo redirecionado'],
  item_cancel_reason: ['Item cancelado'],
  ...{ occurrence_description: ['Ocorrência registrada'], occurrence_outcome_note: ['Ocorrência resolvida'] },
  extension_request_reason: ['Prazo solicitado', 'Prazo alterado'],
  extension_request_note: ['Prazo alterado', 'Pedido de prazo negado'],
}

/** True when an entry of 1.0.0 quotes what a record has, in any version. In doubt it is true. */
export function quotedBefore({ item, text }: RemovalTarget, record: Removed, entry: Entry): boolean {
  const { action, description, itemIds } = entry
  if (!quotedIn[record.kind].some((one) => one === action)) return false
  const isAboutItem = item !== undefined && itemIds.includes(item.id)
  switch (record.kind) {
    case 'remarks':
      return quotesField(description, 'Observações')
    case 'item_description':
      return quotesField(description, 'descrição', item)
    case 'item_reason':
      return quotesField(description, 'motivo', item)
    case 'attachment':
      return description.includes(`anexo “${text}” adicionado`)
    case 'item_cancel_reason':
      return itemIds.includes(record.targetId)
    case 'occurrence_description':
    case 'occurrence_outcome_note':
      return isAboutItem && description.includes(`“${text}”`)
    case 'extension_request_reason':
      return (
        isAboutItem &&
        ([`Motivo: ${text}`, `Motivo: “${text}”`].some((end) => description.endsWith(end)) ||
          description.includes(`Motivo: ${text}. Resposta: “`))
      )
    case 'extension_request_note':
      return isAboutItem && description.endsWith(`Resposta: “${text}”`)
    default:
      return true
  }
}

/** In doubt it is true, for example for another item without a document number. */
function quotesField(description: string, field: string, item?: RemovalTarget['item']): boolean {
  const start = item ? `: ${field}` : field
  return (
    description.includes(item?.documentNumber ? `Item ${item.documentNumber} (` : '') &&
    [': “', ' de “', ' “'].some((quote) => description.includes(`${start}${quote}`))
  )
}

/** Of *Cobrar*: the notifications quote the item's description; these entries do not. */
export function askedFor({ kind, item }: RemovalTarget, entries: readonly Entry[]): Entry[] {
  if (kind !== 'item_description' || !item) return []
  return entries.filter(({ action, itemIds }) => action === historyAction.itemsAskedFor && itemIds.includes(item.id))
}

const label = '(?:Motivo: “?|(?:Mensagem|Descrição|Desfecho|Resposta): “)'
const one = new RegExp(`${label}(.+?)”?(?=\\. ${label}|$)`, 'gs')

const toTheEnd = new RegExp(`${label}.+$`, 's')

/** What such an entry says, and what notifications of its act may say instead: what was typed, with its label. */
export const saidOf = ({ at, description, itemTexts }: Entry): Announced[] =>
  [description, ...itemTexts]
    .flatMap((sentence) => [sentence, ...(toTheEnd.exec(sentence) ?? [])])
    .filter((text) => text !== '' && text !== removedText)
    .map((text) => ({ at, text }))

/** The texts in such an entry that people typed, without labels and quotes. */
export const typedTexts = (sentence: string): string[] => [...sentence.matchAll(one)].map(([, text = '']) => text)
