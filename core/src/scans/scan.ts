import { z } from 'zod'
import { readCode } from '../codes/code.ts'
import { whySettled } from '../items/item-rules.ts'
import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import { isAtDestination, type Route } from '../protocols/protocol-rules.ts'
import { isOpen, type ProtocolStatus } from '../protocols/protocol-status.ts'
import type { ErrorCode } from '../shared/errors.ts'
import { renamed } from '../shared/renamed.ts'
import { ruleErrors } from '../shared/rule-errors.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { Viewer } from '../users/viewer.ts'
import { codeInAddress } from './scanned-text.ts'

/** What a scan does with the code (contract 23.1). */
export const scanAction = { receive: 'receive', return: 'return', locate: 'locate' } as const
export type ScanAction = (typeof scanAction)[keyof typeof scanAction]

export const scanBody = z.object({
  /** As it was typed, or the whole address of a paper. */
  code: z.string('Informe o código.'),
  action: z.enum(Object.values(scanAction), 'Informe o que fazer com o código.'),
})
export type ScanBody = z.infer<typeof scanBody>

export const scanReply = z.object({
  /** `already`: somebody has done it before. `found`: it was only looked for. */
  outcome: z.enum(['done', 'already', 'refused', 'found']),
  message: z.string(),
  kind: z.enum(['protocol', 'item']),
  protocolId: z.int(),
  itemId: z.int().nullable(),
  documentNumber: z.string().nullable(),
  currentLocation: z.string(),
})
export type ScanReply = z.infer<typeof scanReply>
export const scanReplyWire = renamed(scanReply)

/** The act that a scan is; each has its button elsewhere, whose rules it follows. */
export type ScanAct = 'receive' | 'complete' | 'return' | 'return-all'

/**
 * *Receber*, or *Concluir* by the destination of what requires no return, for the counter has one gesture for all that
 * arrives (contract 23.3); *Marcar como Retornado*, with the code of a protocol for all of its items.
 */
export function scanActOf(
  action: Exclude<ScanAction, 'locate'>,
  kind: ScanReply['kind'],
  viewer: Viewer,
  protocol: Route & { requiresReturn: boolean },
): ScanAct {
  if (action === scanAction.return) return kind === 'protocol' ? 'return-all' : 'return'
  return !protocol.requiresReturn && isAtDestination(viewer, protocol) ? 'complete' : 'receive'
}

/** Whether the code of an item stands for its protocol: the paper of one that is settled receives nothing (contract 23.2). */
export function standsForProtocol(
  viewer: Viewer,
  protocol: Route & { status: ProtocolStatus },
  status: ItemStatus,
): Verdict {
  const isSettled = status === itemStatus.completed || status === itemStatus.cancelled
  const isNews = isSettled && isOpen(protocol.status) && isAtDestination(viewer, protocol)
  return isNews ? refused(whySettled(status)) : allowed
}

/** What was asked for is so already, and nobody has to do anything about it. */
const asWished: readonly ErrorCode[] = ['PROTOCOL_ALREADY_RECEIVED', 'ITEM_ALREADY_RETURNED']

/** The outcome of a scan that a rule refuses; undefined for what is no answer of a rule, such as a lock that was not got. */
export function outcomeOf(code: ErrorCode): 'already' | 'refused' | undefined {
  if (asWished.includes(code)) return 'already'
  return code in ruleErrors ? 'refused' : undefined
}

/**
 * The code in the body of a scan: a code, or the address of a paper.
 *
 * @returns null when it is no code or its check character is wrong
 */
export const scannedCode = (text: string): string | null => readCode(text) ?? codeInAddress(text)
