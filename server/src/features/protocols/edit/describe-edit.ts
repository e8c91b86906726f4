import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { itemLabel } from '../../../domain/custody/item-label.ts'
import type { LockedProtocol } from '../../../domain/custody/lock-protocol.ts'
import type { TextRecord, Words } from '../../../domain/custody/typed-texts.repo.ts'
import type { ReceivedFile } from '../../../platform/files/receive-file.ts'
import type { EditableItem } from './edited-items.queries.ts'
import type { ItemEdit } from './validate-edit.ts'

/** @returns the changes as "from → to" texts, one per field; empty when nothing changes */
export function describeEdit(
  { id, remarks }: Pick<LockedProtocol, 'id' | 'remarks'>,
  remarksAfter: string,
  items: readonly ItemEdit[],
  files: readonly (Pick<ReceivedFile, 'index' | 'fileName'> & { id: number })[],
): Words[] {
  return [
    ...change({ field: 'Observações', typed: ['remarks', id] }, remarks, remarksAfter),
    ...items.flatMap((item, index) => {
      const added = files
        .filter((file) => file.index === index)
        .map((file): Words => ['anexo “', { body: file.fileName, of: ['attachment', file.id] }, '” adicionado'])
      return [...changesOf(item), ...added].map((words) => [`${itemLabel(item.before)}: `, ...words])
    }),
  ]
}

const changesOf = ({ before, after }: ItemEdit) => [
  ...change({ field: 'número', typed: [] }, before.documentNumber, after.documentNumber),
  ...change(
    { field: 'descrição', removed: 'removida', typed: ['item_description', before.id] },
    before.description,
    after.description,
  ),
  ...choice({ field: 'tipo' }, [before.itemTypeId, before.itemType], [after.itemTypeId, after.itemType]),
  ...choice(
    { field: 'categoria', removed: 'removida' },
    [before.categoryId, before.category],
    [after.categoryId, after.category],
  ),
  ...choice({ field: 'fornecedor' }, [before.supplierId, before.supplier], [after.supplierId, after.supplier]),
  ...choice({ field: 'responsável' }, [before.responsibleId, nameOf(before)], [after.responsibleId, nameOf(after)]),
  ...change({ field: 'motivo', typed: ['item_reason', before.id] }, before.reason, after.reason),
  ...change({ field: 'data de retorno', removed: 'removida' }, dayOf(before), dayOf(after)),
]

const nameOf = ({ responsible }: EditableItem) => responsible ?? 'Não atribuído'
const dayOf = ({ returnDate }: EditableItem) => returnDate && inPortuguese(returnDate)

/** Name of a field, and the Portuguese word for its removal. */
interface Field {
  field: string
  removed?: 'removido' | 'removida'
  /** That people type its values, and the record that has them, if they can be removed there. */
  typed?: TextRecord
}

function change({ field, removed = 'removido', typed }: Field, from: string | null, to: string | null): Words[] {
  if (from === to) return []
  const quoted = (text: string | null): Words => {
    const body = cut(text ?? '')
    return ['“', typed ? { body, of: typed } : body, '”']
  }
  if (!from) return [[`${field}: `, ...quoted(to)]]
  return [
    to ? [`${field} de `, ...quoted(from), ' para ', ...quoted(to)] : [`${field} `, ...quoted(from), ` ${removed}`],
  ]
}

/** The id and the name of what a field refers to. */
type Chosen = readonly [id: number | null, name: string | null]

/** Like {@link change}; branches of one company, or two people, may have the same name. */
function choice(field: Field, [idBefore, from]: Chosen, [idAfter, to]: Chosen): Words[] {
  if (idBefore === idAfter || from !== to) return change(field, from, to)
  const replaced = field.removed === 'removida' ? 'trocada por outra' : 'trocado por outro'
  return [[`${field.field} “${cut(from ?? '')}” ${replaced} de mesmo nome`]]
}

/** Maximum length of a text quoted in the history, in characters. */
const longest = 200

function cut(text: string) {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}
