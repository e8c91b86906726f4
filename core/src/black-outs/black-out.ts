import { z } from 'zod'
import { renamed } from '../shared/renamed.ts'
import { instant, shortText } from '../shared/wire-values.ts'

/** Replaces a removed text everywhere (contract 18.71). The database's `black_out_history()` writes the same. */
export const removedText = '[conteúdo removido]'
/** Replaces the name of a removed file (contract 18.70). */
export const removedFileName = '[arquivo removido]'

/** Texts of a protocol, of an item, of an occurrence, and of a request for more time, that an Admin can remove. */
export const protocolTexts = ['remarks', 'cancel_reason'] as const
export const itemTexts = ['description', 'reason', 'cancel_reason'] as const
export const occurrenceTexts = ['description', 'outcome_note'] as const
export const requestTexts = ['reason', 'note'] as const
export type ProtocolText = (typeof protocolTexts)[number]
export type ItemText = (typeof itemTexts)[number]
export type OccurrenceText = (typeof occurrenceTexts)[number]
export type RequestText = (typeof requestTexts)[number]

/** Everything that an Admin can remove. `history`: the texts of one entry. */
export const blackOutKinds = [
  'attachment',
  'history',
  'comment',
  'remarks',
  'cancel_reason',
  'item_description',
  'item_reason',
  'item_cancel_reason',
  'occurrence_description',
  'occurrence_outcome_note',
  'extension_request_reason',
  'extension_request_note',
] as const
export type BlackOutKind = (typeof blackOutKinds)[number]

/** Who removed what, and when. Never contains what was removed. */
export const blackOut = z.object({
  kind: z.enum(blackOutKinds),
  /** Id of the attachment, the history entry, the comment, the protocol, the item, the occurrence or the request. */
  targetId: z.int(),
  removedAt: instant,
  removedBy: z.string(),
})
export type BlackOut = z.infer<typeof blackOut>
export const blackOutWire = renamed(blackOut)

/** Why something is removed; it stays in the history, so it must not repeat what is removed. */
const reason = shortText('Informe o motivo da remoção, com pelo menos 3 caracteres')
export const reasonRepeatsContent = 'O motivo fica registrado: não repita nele o que será removido'

/** Body of the calls for an attachment, a comment and a history entry. */
export const blackOutBody = z.object({ reason })
/** Body of `POST /api/protocols/{id}/black-out`. */
export const protocolBlackOutBody = blackOutBody.extend({ field: z.enum(protocolTexts, 'Escolha o texto a remover') })
/** Body of `POST /api/protocols/items/{itemId}/black-out`. */
export const itemBlackOutBody = blackOutBody.extend({ field: z.enum(itemTexts, 'Escolha o texto a remover') })
/** Body of `POST /api/occurrences/{id}/black-out`. */
export const occurrenceBlackOutBody = blackOutBody.extend({
  field: z.enum(occurrenceTexts, 'Escolha o texto a remover'),
})

/** Body of `POST /api/extension-requests/{id}/black-out`. */
export const requestBlackOutBody = blackOutBody.extend({ field: z.enum(requestTexts, 'Escolha o texto a remover') })

export const blackOutReply = z.object({ message: z.string() })

/** The removal that explains a removed text; the latest, because a removed text may be written again. */
export const removalOf = (
  removals: readonly BlackOut[] | null | undefined,
  kind: BlackOutKind,
  targetId: number,
): BlackOut | undefined => removals?.findLast((one) => one.kind === kind && one.targetId === targetId)
