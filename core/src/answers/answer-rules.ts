import { canAskForTime } from '../due-dates/extension-rules.ts'
import { type ItemFacts, type ReturnFacts, whySettled } from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { type OccurrenceKind, occurrenceKind } from '../occurrences/occurrence.ts'
import { canOpenOccurrence } from '../occurrences/occurrence-rules.ts'
import { isAtDestination, whyClosed } from '../protocols/protocol-rules.ts'
import { isOpen } from '../protocols/protocol-status.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '../shared/civil-date.ts'
import type { RuleErrorCode } from '../shared/rule-errors.ts'
import { allowed, refusedBecause, type Verdict } from '../shared/verdict.ts'
import type { Viewer } from '../users/viewer.ts'
import { answerLinkDays } from './answer.ts'
import { type Answer, answers } from './answer-token.ts'

/** A link of a reminder, as stored. Instants are ISO 8601. */
export interface AnswerLinkFacts {
  /** The item's due date in that reminder. */
  returnDate: CivilDate
  createdAt: string
  usedAt: string | null
  /** Since when it belongs to nobody: the account was deactivated, or got another department or address. */
  endedAt: string | null
}

/** The item that a link is about, and the person who got the reminder, as they are now. */
export interface AnsweredItem {
  person: Viewer & { isActive: boolean }
  protocol: ReturnFacts
  item: ItemFacts
  /** Kinds of the item's open occurrences, and whether it has an open request, whoever opened them. */
  openOccurrences: readonly OccurrenceKind[]
  hasOpenRequest: boolean
}

/** Milliseconds for which a link is valid. */
const lifetime = answerLinkDays * 24 * 3_600_000

/**
 * Whether a link of a reminder still works. The refusal of one that was used, or belongs to nobody any more, says nothing
 * of the item; the others say what has become of it (contract 21.25).
 *
 * @param timeZone IANA name, for the days in the sentences
 */
export function canOpenLink(
  link: AnswerLinkFacts,
  { person, protocol, item }: AnsweredItem,
  { now, timeZone }: { now: Date; timeZone: string },
): Verdict {
  const isTheirs = person.isActive && link.endedAt === null && isAtDestination(person, protocol)
  if (!isTheirs) return dead('Este link não vale mais.')
  const dayOf = (instant: string | number) => inPortuguese(civilDateIn(new Date(instant), timeZone))
  if (link.usedAt !== null) return dead(`Você já respondeu em ${dayOf(link.usedAt)}.`)
  if (!isOpen(protocol.status)) return dead(presentState(whyClosed(protocol.status)))
  if (item.status !== itemStatus.pending) return dead(presentState(whySettled(item.status)))
  if (item.returnDate === null) return dead('Este item não tem mais prazo.')
  const due = inPortuguese(item.returnDate)
  if (item.returnDate !== link.returnDate) return dead(`O prazo deste item mudou para ${due}.`)
  const end = Date.parse(link.createdAt) + lifetime
  if (now.getTime() < end) return allowed
  return dead(`Este link valeu até ${dayOf(end)}. O item continua com prazo em ${due}; entre no Malote para responder.`)
}

/** The outcome of an item that cannot be answered any more. */
function presentState(reason: RuleErrorCode): string {
  if (reason === 'ITEM_ALREADY_RETURNED') return 'Este item já foi devolvido.'
  const isCancelled = reason === 'ITEM_ALREADY_CANCELLED' || reason === 'PROTOCOL_ALREADY_CANCELLED'
  return isCancelled ? 'Este item foi cancelado.' : 'Este item já foi concluído.'
}

const dead = (message: string): Verdict => refusedBecause('ANSWER_LINK_DEAD', message)

/** The occurrence that an answer opens; asking for more time is a request instead. */
export const occurrenceOfAnswer = {
  returned: occurrenceKind.claimedReturned,
  not_with_me: occurrenceKind.notHeld,
} as const satisfies Record<Exclude<Answer, 'extension'>, OccurrenceKind>

/** Whether an answer is possible now, by the rules of the app. A refusal leaves the link as it is (contract 21.24). */
export function canAnswer(
  answer: Answer,
  { person, protocol, item, openOccurrences, hasOpenRequest }: AnsweredItem,
): Verdict {
  if (answer === 'extension') return inSentence(canAskForTime(person, protocol, item, hasOpenRequest))
  if (openOccurrences.includes(occurrenceOfAnswer[answer])) return dead(alreadyKnown[answer])
  return inSentence(canOpenOccurrence(protocol, item))
}

const alreadyKnown = {
  returned: 'Já está registrado que este item foi devolvido.',
  not_with_me: 'Já está registrado que este item não está com quem deveria.',
}

const inSentence = (verdict: Verdict): Verdict => (verdict.allowed ? verdict : dead(`${verdict.message}.`))

/** The answers that are possible now. */
export const possibleAnswers = (about: AnsweredItem): Answer[] =>
  answers.filter((answer) => canAnswer(answer, about).allowed)
