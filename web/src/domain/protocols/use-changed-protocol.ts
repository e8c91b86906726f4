import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { refusalIn, type Verdict } from '@malote/core/shared/verdict.ts'
import { useQuery } from '@tanstack/react-query'
import { protocolQuery } from './protocol-query.ts'

/**
 * The protocol that an open dialog is about, as it has become; undefined while nothing was fetched since the dialog
 * opened, because what was known then has offered it.
 */
export function useChangedProtocol(id: number, isOpen: boolean): ProtocolDetail | undefined {
  const { data, isFetchedAfterMount, isError } = useQuery({ ...protocolQuery(id), enabled: isOpen })
  return isFetchedAfterMount && !isError ? data : undefined
}

/** The message of a refusal with its full stop; null if there is none. */
export function refusalWords(verdict: Verdict): string | null {
  const message = refusalIn(verdict)
  return message === null || message.endsWith('.') ? message : `${message}.`
}
