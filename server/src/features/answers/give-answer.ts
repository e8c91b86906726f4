import type { GivenAnswer, OpenedAnswer } from '@malote/core/answers/answer.ts'
import { canAnswer, canOpenLink, occurrenceOfAnswer, possibleAnswers } from '@malote/core/answers/answer-rules.ts'
import { answerWords } from '@malote/core/answers/answer-token.ts'
import { earliestDueDate } from '@malote/core/due-dates/due-date-rules.ts'
import { newExtensionRequest } from '@malote/core/due-dates/extension-request.ts'
import { lastDayOfQuickDates, quickDates } from '@malote/core/due-dates/quick-dates.ts'
import { newOccurrence } from '@malote/core/occurrences/occurrence.ts'
import { civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { spendAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { decodeBody } from '../../platform/http/valid-body.ts'
import { holidaysBetween } from '../calendar/holidays.repo.ts'
import { askForTime } from '../due-dates/public.ts'
import { openOccurrences } from '../occurrences/public.ts'
import { type FollowedLink, findFollowedLink } from './answered-item.queries.ts'

/**
 * The link that a token belongs to, if it still works.
 *
 * @throws AppError ANSWER_LINK_DEAD with the reason
 */
async function followLink(db: Db, token: string, clock: Clock): Promise<FollowedLink> {
  const followed = await findFollowedLink(db, token)
  if (!followed) throw new AppError('ANSWER_LINK_DEAD', { message: 'Este link não é válido.' })
  ensure(canOpenLink(followed.link, followed, clock))
  return followed
}

/**
 * The content of a link's page. Changes nothing (contract 21.23).
 *
 * @throws AppError ANSWER_LINK_DEAD with the reason
 */
export async function openAnswer(db: Db, token: string, clock: Clock): Promise<OpenedAnswer> {
  const followed = await followLink(db, token, clock)
  const choices = possibleAnswers(followed)
  if (choices.length === 0) {
    throw new AppError('ANSWER_LINK_DEAD', { message: 'O que se pode responder sobre este item já está registrado.' })
  }
  const { returnDate } = followed.link
  const today = civilDateIn(clock.now, clock.timeZone)
  const holidays = await holidaysBetween(
    db,
    returnDate < today ? returnDate : today,
    lastDayOfQuickDates(returnDate, today),
  )
  return {
    ...{ ...followed.shown, returnDate, choices, earliestDate: earliestDueDate(returnDate, today) },
    quickDates: quickDates(returnDate, today, holidays),
  }
}

/** The parts of the answering request on which its acts depend. */
type Caller = Pick<Actor, 'address' | 'mostNotified'>

/**
 * Answers a reminder from its mail: as the person to whom it was sent, with the department and the role that they have
 * now. A refused answer leaves the link as it was.
 *
 * @param body read only after checking that the link works
 * @returns what was recorded and who will see it, as a sentence
 * @throws AppError ANSWER_LINK_DEAD with the reason; INVALID_INPUT; TOO_MANY_NOTIFIED
 * @see contract 21.24
 */
export const giveAnswer = (
  db: Db,
  token: string,
  body: () => GivenAnswer,
  caller: Caller,
  clock: Clock,
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const { person, link } = await followLink(trx, token, clock)
    // The name is quoted by the history and by notifications.
    const by = { ...person, ...caller, name: `${person.name} (pelo e-mail)`, audited: [] }
    const { protocol, item } = await lockProtocolOfItem(trx, link.itemId, by)
    // Again, because another answer may have held the lock. All answers about this item wait for it.
    const followed = await followLink(trx, token, clock)
    const given = body()
    ensure(canAnswer(given.answer, followed))
    await spendAnswerLinks(trx, link, clock.now)
    if (given.answer === 'extension') return requestTime(trx, by, item.id, given, clock)
    await openOccurrences(trx, protocol, [{ item, ...occurrenceFor(given.answer, given.note) }], by, clock.now)
    return thanks[given.answer]
  })

const told = 'quem enviou foi avisado e vai conferir.'
const thanks = {
  returned: `Obrigado! Registramos que você já devolveu o item; ${told}`,
  not_with_me: `Obrigado! Registramos que o item não está com você; ${told}`,
}

/** A note that is too short to be a description is appended to a standard sentence. */
function occurrenceFor(answer: keyof typeof occurrenceOfAnswer, note: string | null | undefined) {
  const kind = occurrenceOfAnswer[answer]
  const described = newOccurrence.safeParse({ kind, description: note })
  if (described.success) return described.data
  const sentence = `Respondido pelo e-mail: ${answerWords[answer].toLowerCase()}.`
  return { kind, description: [sentence, note].filter(Boolean).join(' ') }
}

async function requestTime(trx: Trx, by: Actor, itemId: number, { returnDate, note }: GivenAnswer, clock: Clock) {
  const { requestedDate } = await askForTime(trx, by, itemId, () => readRequest(returnDate, note), clock)
  return `Obrigado! Pedimos a quem enviou o prazo até ${inPortuguese(requestedDate)}; avisaremos quando for decidido.`
}

/** @throws AppError INVALID_INPUT: a reason that only looks like text passes the schema of answers */
function readRequest(returnDate: string | undefined, note: string | null | undefined) {
  const { value, fieldErrors } = decodeBody(newExtensionRequest, { returnDate, reason: note })
  if (value) return value
  throw invalidFields({ note: Object.values(fieldErrors)[0] ?? '' })
}
