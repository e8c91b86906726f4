import { searchable } from '../shared/typed-text.ts'
import { largestId } from '../shared/wire-values.ts'

/** What stands before a number: `protocolo`, `prot.`, `nº`, `n.`, `número`, `#`, alone or one after the other. */
const name = String.raw`(?:prot(?:ocolo)?[\s.:-]*)?(?:(?:n\.?o?|num|numero)[\s.:-]*)?`

/** `318`, `#318`, `Protocolo nº 318.`, `(nº 318)`: a number with nothing else. */
const alone = new RegExp(String.raw`^[\s([]*${name}#?\s*0*([1-9]\d{0,9})[\s.,;:!?)\]]*$`)

/** `#318 recebido`, `Protocolo 318 cancelado`, `Malote: protocolo #318`: with other words, `#` or the word must tell. */
const amongWords =
  /(?:#|(?:^|\s)protocolo[\s.:-]+(?:n\.?o?|num|numero)?[\s.:-]*#?)\s*0*([1-9]\d{0,9})(?![\d/-]|[.,]\d)/g

/**
 * The number of the protocol that a typed text names as the product does: `318`, `#318`, `nº 318`, `Protocolo #318 recebido`;
 * null when it names none, or several.
 */
export function protocolNumberOf(text: string): number | null {
  const typed = searchable(text)
  const named = [...typed.matchAll(amongWords)].map(([, digits]) => digits)
  const digits = alone.exec(typed)?.[1] ?? (new Set(named).size === 1 ? named[0] : undefined)
  const number = Number(digits)
  return number <= largestId ? number : null
}
