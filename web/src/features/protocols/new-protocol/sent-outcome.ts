import type { SentProtocols } from '@malote/core/protocols/protocol.ts'

/** The outcome for each destination; ids of departments are strings, as in the form. */
export interface Outcome {
  sent: { destination: string; protocolId: number }[]
  failed: { destination: string; message: string }[]
}

/**
 * The protocols come in the order of the destinations, without those that failed.
 *
 * @param destinations as they were sent
 */
export function outcomeOf(destinations: readonly string[], { protocolIds, errors }: SentProtocols): Outcome {
  const messages = new Map(errors.map((error) => [String(error.destinationDepartmentId), error.message]))
  const reached = destinations.filter((destination) => !messages.has(destination))
  return {
    sent: reached.flatMap((destination, index) => {
      const protocolId = protocolIds[index]
      return protocolId === undefined ? [] : [{ destination, protocolId }]
    }),
    failed: destinations.flatMap((destination) => {
      const message = messages.get(destination)
      return message === undefined ? [] : [{ destination, message }]
    }),
  }
}

/** @param retried what became of the destinations that had failed */
export const withRetried = ({ sent }: Outcome, retried: Outcome): Outcome => ({
  sent: [...sent, ...retried.sent],
  failed: retried.failed,
})
