import { IconAlertTriangle } from '@tabler/icons-react'
import { createContext, use } from 'react'
import { TextLink } from '../../../ui/text-link.tsx'
import classes from './new-protocol.module.css'
import { type NumberWarning, warningWords } from './number-warnings.ts'

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
