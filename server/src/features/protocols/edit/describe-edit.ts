import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { ReceivedFile } from '../../../files/receive-file.ts'
import { itemLabel } from '../record/item-label.ts'
import type { EditableItem } from './edited-items.queries.ts'
import type { ItemEdit } from './judge-edit.ts'

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

const changesOf = ({ before, after }: ItemEdit) => [
  ...change({ field: 'descrição', removed: 'removida' }, before.description, after.description),
  ...change({ field: 'tipo' }, before.itemType, after.itemType),
  ...change({ field: 'categoria', removed: 'removida' }, before.category, after.category),
  ...change({ field: 'fornecedor' }, before.supplier, after.supplier),
  ...change({ field: 'responsável' }, nameOf(before), nameOf(after)),
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

/** Maximum length of a text quoted in the history, in characters. */
const longest = 200

function quoted(text: string | null) {
  const characters = [...(text ?? '')]
  return `“${characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text}”`
}
