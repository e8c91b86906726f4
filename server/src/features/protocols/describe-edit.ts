import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { ReceivedFile } from '../../files/receive-file.ts'
import type { EditableItem } from './edited-items.queries.ts'
import { itemLabel } from './item-label.ts'
import type { ItemEdit } from './judge-edit.ts'

/** @returns what the edit changes, from → to, one text per field; empty when it changes nothing */
export function describeEdit(
  remarksBefore: string,
  remarksAfter: string,
  items: readonly ItemEdit[],
  files: readonly ReceivedFile[],
): string[] {
  return [
    ...change('Observações', remarksBefore, remarksAfter),
    ...items.flatMap((item, index) => {
      const added = files.filter((file) => file.index === index).map(({ fileName }) => `anexo “${fileName}” adicionado`)
      return [...changesOf(item), ...added].map((text) => `${itemLabel(item.before)}: ${text}`)
    }),
  ]
}

const changesOf = ({ before, after }: ItemEdit) => [
  ...change('tipo', before.itemType, after.itemType),
  ...change('categoria', before.category, after.category),
  ...change('fornecedor', before.supplier, after.supplier),
  ...change('responsável', nameOf(before), nameOf(after)),
  ...change('motivo', before.reason, after.reason),
  ...change('data de retorno', dayOf(before.returnDate), dayOf(after.returnDate)),
]

const nameOf = ({ responsible }: EditableItem) => responsible ?? 'Não atribuído'
const dayOf = (date: CivilDate | null) => date?.split('-').reverse().join('/') ?? null

function change(what: string, from: string | null, to: string | null): string[] {
  if (from === to) return []
  if (!from) return [`${what}: ${quoted(to)}`]
  return [to ? `${what} de ${quoted(from)} para ${quoted(to)}` : `${what} ${quoted(from)} removido(a)`]
}

/** Longest text that the history repeats, in characters. */
const longest = 200

function quoted(text: string | null) {
  const characters = [...(text ?? '')]
  return `“${characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text}”`
}
