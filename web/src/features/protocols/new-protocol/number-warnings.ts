import { searchableNumber } from '@malote/core/shared/typed-text.ts'

/** Why a document number is doubtful: another item of the form has it, or an open protocol. */
export interface NumberWarning {
  /** The other item of the form, counted from 1. */
  item?: number
  /** The protocol in which an item with this number is pending. */
  protocolId?: number
}

/** Numbers are compared as searches see them. */
export const comparable = (number: string) => searchableNumber(number)

/**
 * @param numbers the document numbers of the form's items
 * @param out the protocols in which pending items have a number, by `comparable` number
 * @returns one entry for each item; undefined where nothing is doubtful
 */
export function numberWarnings(numbers: readonly string[], out: ReadonlyMap<string, number | null>) {
  const compared = numbers.map(comparable)
  const places = Map.groupBy(compared.keys(), (index) => compared[index])
  return compared.map((number, index): NumberWarning | undefined => {
    if (!number) return undefined
    const other = places.get(number)?.find((place) => place !== index)
    const protocolId = out.get(number)
    if (other === undefined && !protocolId) return undefined
    return { ...(other !== undefined && { item: other + 1 }), ...(protocolId && { protocolId }) }
  })
}

/** The warning in words, without its link. */
export function warningWords({ item, protocolId }: NumberWarning): string {
  const words = [item && `Este número também está no item ${item}.`, protocolId && 'Este número já está em aberto no']
  return words.filter(Boolean).join(' ')
}
