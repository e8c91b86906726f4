import type { ItemText } from '@malote/core/black-outs/black-out.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { itemLabel } from '../../../domain/custody/item-label.ts'
import type { ReceivedFile } from '../../../platform/files/receive-file.ts'
import type { EditableItem } from './edited-items.queries.ts'
import type { ItemEdit } from './validate-edit.ts'

/** @returns the changes as "from → to" texts, one per field; empty when nothing changes */
export function describeEdit(
  remarksBefore: string,
  remarksAfter: string,
  items: readonly ItemEdit[],
  files: readonly ReceivedFile[],
): string[] {
  return [
    ...change({ field: wordsOf.remarks }, remarksBefore, remarksAfter),
    ...items.flatMap((item, index) => {
      const added = files.filter((file) => file.index === index).map(({ fileName }) => addedFile(fileName))
      return [...changesOf(item), ...added].map((text) => `${itemLabel(item.before)}: ${text}`)
    }),
  ]
}

/** The words for fields whose texts an Admin can remove later ({@link quotesText} finds them again). */
const wordsOf = { remarks: 'Observações', description: 'descrição', reason: 'motivo' } as const

const addedFile = (fileName: string) => `anexo “${fileName}” adicionado`

const changesOf = ({ before, after }: ItemEdit) => [
  ...change({ field: wordsOf.description, removed: 'removida' }, before.description, after.description),
  ...choice({ field: 'tipo' }, [before.itemTypeId, before.itemType], [after.itemTypeId, after.itemType]),
  ...choice(
    { field: 'categoria', removed: 'removida' },
    [before.categoryId, before.category],
    [after.categoryId, after.category],
  ),
  ...choice({ field: 'fornecedor' }, [before.supplierId, before.supplier], [after.supplierId, after.supplier]),
  ...choice({ field: 'responsável' }, [before.responsibleId, nameOf(before)], [after.responsibleId, nameOf(after)]),
  ...change({ field: wordsOf.reason }, before.reason, after.reason),
  ...change({ field: 'data de retorno', removed: 'removida' }, dayOf(before), dayOf(after)),
]

const nameOf = ({ responsible }: EditableItem) => responsible ?? 'Não atribuído'
const dayOf = ({ returnDate }: EditableItem) => returnDate && inPortuguese(returnDate)

/** Name of a field, and the Portuguese word for its removal. */
interface Words {
  field: string
  removed?: 'removido' | 'removida'
}

function change({ field, removed = 'removido' }: Words, from: string | null, to: string | null): string[] {
  if (from === to) return []
  if (!from) return [`${field}: ${quoted(to)}`]
  return [to ? `${field} de ${quoted(from)} para ${quoted(to)}` : `${field} ${quoted(from)} ${removed}`]
}

/** The id and the name of what a field refers to. */
type Chosen = readonly [id: number | null, name: string | null]

/** Like {@link change}; branches of one company, or two people, may have the same name. */
function choice(words: Words, [idBefore, from]: Chosen, [idAfter, to]: Chosen): string[] {
  if (idBefore === idAfter || from !== to) return change(words, from, to)
  const replaced = words.removed === 'removida' ? 'trocada por outra' : 'trocado por outro'
  return [`${words.field} ${quoted(from)} ${replaced} de mesmo nome`]
}

/** Maximum length of a text quoted in the history, in characters. */
const longest = 200

function quoted(text: string | null) {
  const characters = [...(text ?? '')]
  return `“${characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text}”`
}

/**
 * True when the description of an edit quotes a text of the protocol, or of one of its items, in any version: the
 * present one and those before. In doubt it is true, for example for another item without a document number.
 *
 * @param item the item whose text it is; undefined for the remarks of the protocol
 */
export function quotesText(
  description: string,
  field: 'remarks' | Exclude<ItemText, 'cancel_reason'>,
  item?: { documentNumber: string | null },
): boolean {
  const label = item ? numbered(item) : ''
  const start = item ? ': ' : ''
  return (
    description.includes(label) &&
    [': “', ' de “', ' “'].some((quote) => description.includes(`${start}${wordsOf[field]}${quote}`))
  )
}

/** What an edit says of an item's description: its label, and the quotes. */
const describedItem = new RegExp(`(Item [^“”]*?): ${wordsOf.description}(?::| de)? “(.*?)”(?: removida)?(?=; |$)`, 'gs')

/**
 * The descriptions of an item that the description of an edit quotes, those before it and those after it. In doubt also
 * those of other items, as in {@link quotesText}.
 */
export const quotedDescriptions = (description: string, item: { documentNumber: string | null }): string[] =>
  [...description.matchAll(describedItem)]
    .filter(([, label = '']) => label.startsWith(numbered(item)))
    .flatMap(([, , quotes = '']) => quotes.split('” para “'))

const numbered = ({ documentNumber }: { documentNumber: string | null }) =>
  documentNumber ? `Item ${documentNumber} (` : ''

/** True when the description of an edit names this file. */
export const quotesFile = (description: string, fileName: string): boolean => description.includes(addedFile(fileName))
