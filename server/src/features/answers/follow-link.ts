import type { OpenedAnswer } from '@malote/core/answers/answer.ts'
import { canOpenLink, possibleAnswers } from '@malote/core/answers/answer-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/connect.ts'
import { type FollowedLink, findFollowedLink } from './answered-item.queries.ts'

/**
 * The link that a token belongs to, if it still works.
 *
 * @throws AppError ANSWER_LINK_DEAD with the reason
 */
export async function followLink(db: Db, token: string, clock: Clock): Promise<FollowedLink> {
  const followed = await findFollowedLink(db, token)
  if (!followed) throw new AppError('ANSWER_LINK_DEAD', { message: 'Este link não é válido.' })
  ensure(canOpenLink(followed.link, followed, clock))
  return followed
}

/**
 * What the page of a link shows. Changes nothing (contract 21.23).
 *
 * @throws AppError ANSWER_LINK_DEAD with the reason
 */
export async function openAnswer(db: Db, token: string, clock: Clock): Promise<OpenedAnswer> {
  const followed = await followLink(db, token, clock)
  const choices = possibleAnswers(followed)
  if (choices.length === 0) {
    throw new AppError('ANSWER_LINK_DEAD', { message: 'O que se pode responder sobre este item já está registrado.' })
  }
  return { ...followed.shown, returnDate: followed.link.returnDate, choices }
}
