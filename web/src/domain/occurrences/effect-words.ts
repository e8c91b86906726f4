import {
  type OccurrenceKind,
  type OccurrenceOutcome,
  occurrenceOutcome,
  silencingKinds,
} from '@malote/core/occurrences/occurrence.ts'

const effects: Record<OccurrenceOutcome, string> = {
  found: 'O item apareceu e segue no protocolo.',
  replaced: 'Outro veio no lugar; o item segue no protocolo.',
  returned: 'O item passa a retornado.',
  written_off: 'O item é cancelado.',
  unfounded: 'Não era um problema; o item segue no protocolo.',
}

const resuming: readonly OccurrenceOutcome[] = [occurrenceOutcome.found, occurrenceOutcome.unfounded]

/** What an outcome does, in one line; some also resume the reminders that the occurrence silenced. */
export const effectOf = (outcome: OccurrenceOutcome, kind: OccurrenceKind): string =>
  resuming.includes(outcome) && silencingKinds.includes(kind)
    ? `${effects[outcome]} Os lembretes de prazo voltam.`
    : effects[outcome]
