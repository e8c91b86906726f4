import { searchableNumber } from '@malote/core/shared/typed-text.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { createContext, use } from 'react'
import { TextLink } from '../../../ui/links.tsx'
import classes from './new-protocol.module.css'

/** The warnings of all items. A context, so that a new one renders a line and not the cards. */
export const NumberWarnings = createContext<readonly (NumberWarning | undefined)[]>([])

/** Below a document number: what is doubtful about it, with a link to the protocol that has it. */
export function NumberNote({ index }: { index: number }) {
  const warning = use(NumberWarnings)[index]
  if (!warning) return null
  return (
    <span className={classes.numberNotesNote}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {warningWords(warning)}{' '}
        {warning.protocolId && (
          // A new tab, because the form would ask before it is left.
          <TextLink
            to="/protocolos/$id"
            params={{ id: String(warning.protocolId) }}
            target="_blank"
            underline="always"
            inherit
          >
            Protocolo #{warning.protocolId}
          </TextLink>
        )}
      </span>
    </span>
  )
}

/** In the line of a collapsed item. */
export function NumberMark({ index }: { index: number }) {
  const warning = use(NumberWarnings)[index]
  if (!warning) return null
  return (
    <span className={classes.numberNotesNote}>
      <IconAlertTriangle size={14} aria-hidden />
      {warning.item ? 'Número repetido' : 'Já em aberto'}
    </span>
  )
}

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
