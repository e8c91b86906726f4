import type { UserEdit } from '@malote/core/users/user.ts'
import { endAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import { withdrawNotices } from '../../domain/notices/withdraw-notices.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { dropIdentities, dropUnusedAccountTokens, endSessions } from '../auth/public.ts'
import { dropFeeds } from '../calendar-feed/public.ts'
import { announceDepartures } from './announce-departures.ts'
import { recordPeople } from './record-people.ts'
import { type LockedUser, updateUsers } from './users.repo.ts'

/** A locked person before the change, and a change that is allowed. */
export interface PersonChange {
  user: LockedUser
  /** Fields that are missing keep their value. */
  edit: UserEdit
}

/** Changes people and applies the consequences, with the same few statements for any number of them. */
export async function changePeople(trx: Trx, actor: Actor, changes: readonly PersonChange[], now: Date): Promise<void> {
  const people = changes.map(({ user: before, edit }) => ({ before, after: changed(before, edit) }))
  await updateUsers(
    trx,
    people.map(({ after }) => after),
    now,
  )
  const idsOf = (chosen: typeof people) => chosen.map(({ after }) => after.id)
  const inactive = people.filter(({ after }) => !after.isActive)
  await endSessions(trx, idsOf(inactive))
  await dropFeeds(trx, idsOf(inactive))
  const readdressed = people.filter(hasOtherAddress)
  await dropUnusedAccountTokens(trx, idsOf([...inactive, ...readdressed]))
  await endAnswerLinks(trx, idsOf(people.filter((one) => hasLeft(one) || hasOtherAddress(one))), now)
  // Whoever signed in with the old address at a provider may be somebody else.
  await dropIdentities(trx, idsOf(readdressed))
  await withdrawNotices(trx, idsOf(people.filter(hasOtherSight)))
  const departed = people.filter(hasLeft).map(({ after: { id, name, isActive, departmentId } }) => ({
    ...{ id, name },
    departmentId: isActive ? departmentId : null,
  }))
  await announceDepartures(trx, actor, departed, now)
  await recordPeople(trx, actor, people)
}

const changed = (user: LockedUser, { phone, role = user.role, isActive = user.isActive, ...edit }: UserEdit) => ({
  ...user,
  ...edit,
  ...{ role, isActive, phone: phone === undefined ? user.phone : phone || null },
})

interface Change {
  before: LockedUser
  after: LockedUser
}

const hasOtherAddress = ({ before, after }: Change) => before.email.toLowerCase() !== after.email.toLowerCase()

const hasOtherSight = ({ before, after }: Change) =>
  before.role !== after.role || before.departmentId !== after.departmentId

const hasLeft = ({ before, after }: Change) =>
  (before.isActive && !after.isActive) || before.departmentId !== after.departmentId
