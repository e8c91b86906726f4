import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { itemLabel } from '../../../domain/custody/item-label.ts'
import type { LockedProtocol } from '../../../domain/custody/lock-protocol.ts'
import { type Quote, quoteOf, quotesOfAct } from '../../../domain/custody/quotes.ts'
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
    ...change({ field: 'Observações' }, remarksBefore, remarksAfter),
    ...items.flatMap((item, index) => {
      const added = files.filter((file) => file.index === index).map(({ fileName }) => `anexo “${fileName}” adicionado`)
      return [...changesOf(item), ...added].map((text) => `${itemLabel(item.before)}: ${text}`)
    }),
  ]
}

/** The texts and files that {@link describeEdit} quotes. */
export function quotedByEdit(
  { id, remarks }: Pick<LockedProtocol, 'id' | 'remarks'>,
  remarksAfter: string,
  items: readonly ItemEdit[],
  attachmentIds: readonly number[],
): readonly Quote[] {
  return quotesOfAct(
    ...(remarks === remarksAfter ? [] : [quoteOf('remarks', id)]),
    ...items.flatMap(({ before, after }) => [
      ...(before.description === after.description ? [] : [quoteOf('item_description', before.id)]),
      ...(before.reason === after.reason ? [] : [quoteOf('item_reason', before.id)]),
    ]),
    ...attachmentIds.map((attachment) => quoteOf('attachment', attachment)),
  )
}

const changesOf = ({ before, after }: ItemEdit) => [
  ...change({ field: 'número' }, before.documentNumber, after.documentNumber),
  ...change({ field: 'descrição', removed: 'removida' }, before.description, after.description),
  ...choice({ field: 'tipo' }, [before.itemTypeId, before.itemType], [after.itemTypeId, after.itemType]),
  ...choice(
    { field: 'categoria', removed: 'removida' },
    [before.categoryId, before.category],
    [after.categoryId, after.category],
  ),
  ...choice({ field: 'fornecedor' }, [before.supplierId, before.supplier], [after.supplierId, after.supplier]),
  ...choice({ field: 'responsável' }, [before.responsibleId, nameOf(before)], [after.responsibleId, nameOf(after)]),
  ...change({ field: 'motivo' }, before.reason, after.reason),
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
