import { z } from 'zod'
import { historyAction } from '../acts/act.ts'
import { historyEntry, historyEntryWire } from '../history/history-entry.ts'
import { protocolStatuses } from '../protocols/protocol-status.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** The query of a check: the fingerprint that the paper shows. */
export const verificationQuery = z.object({ f: z.string().optional() })

/** What anybody learns by a code: no more than its paper says (contract 22.7). */
export const verification = z.object({
  kind: z.enum(['protocol', 'item']),
  protocolId: z.int(),
  status: z.enum(protocolStatuses),
  originDepartment: z.string(),
  destinationDepartment: z.string(),
  createdAt: instant,
  /** Whether the protocol is still what the paper says; null when no fingerprint was given. */
  current: z.boolean().nullable(),
})
export type Verification = z.infer<typeof verification>
export const verificationWire = renamed(verification)

/** What changed since a paper was printed (contract 22.9). */
export const paperChanges = z.object({
  current: z.boolean(),
  /** Whether `changes` begins with the printing; else the paper is older than an edit, and all changes are there. */
  isSince: z.boolean(),
  /** The newest first. */
  changes: z.array(historyEntry),
})
export type PaperChanges = z.infer<typeof paperChanges>
export const paperChangesWire = renamed(paperChanges.extend({ changes: z.array(historyEntryWire) }))

/** Actions that may make a paper untrue. */
export const paperActions: readonly string[] = [
  historyAction.protocolEdited,
  historyAction.dueDateChanged,
  historyAction.itemCancelled,
  historyAction.protocolCancelled,
  historyAction.protocolRefused,
  historyAction.protocolRedirected,
  historyAction.occurrenceResolved,
]
