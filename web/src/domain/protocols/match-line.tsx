import type { Match } from '@malote/core/protocols/protocol.ts'
import { highlighted } from '../../lib/highlight.ts'
import classes from './protocols.module.css'

const fieldWords: Record<Match['field'], string> = {
  number: 'Número',
  document: 'Documento',
  description: 'Descrição',
  reason: 'Motivo',
  remarks: 'Observações',
  person: 'Pessoa',
  type: 'Tipo',
  supplier: 'Fornecedor',
  department: 'Departamento',
}

interface MatchLineProps {
  match: Match | null | undefined
  /** The text that was searched for. */
  search: string
}

/** Why a search found a protocol: the field and its text, with the words that were searched for marked. */
export function MatchLine({ match, search }: MatchLineProps) {
  // The number is what the row begins with.
  if (!match?.text || match.field === 'number' || search.trim() === '') return null
  return (
    <span className={classes.match}>
      {fieldWords[match.field] ?? 'Encontrado em'}:{' '}
      {highlighted(match.text, search).map(({ text, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
        isHit ? <mark key={index}>{text}</mark> : text,
      )}
    </span>
  )
}
