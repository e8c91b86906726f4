import type { UserEdit } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../db/connect.ts'
import { dropUnusedAccountTokens, endSessions } from '../auth/public.ts'
import { announceDepartures } from './announce-departures.ts'
import { type LockedUser, updateUsers } from './users.repo.ts'

/** Somebody who is locked, as they were before, and a change that is allowed. */
export interface PersonChange {
  user: LockedUser
  /** What it does not name stays. */
  edit: UserEdit
}

/** Changes people and does what follows from it, however many they are in the same few statements. */
export async function changePeople(
  trx: Trx,
  viewer: Viewer,
  changes: readonly PersonChange[],
  now: Date,
): Promise<void> {
  const people = changes.map(({ user: before, edit }) => ({ before, after: changed(before, edit) }))
  await updateUsers(
    trx,
    people.map(({ after }) => after),
    now,
  )
  const idsOf = (chosen: typeof people) => chosen.map(({ after }) => after.id)
  const inactive = people.filter(({ after }) => !after.isActive)
  await endSessions(trx, idsOf(inactive))
  await dropUnusedAccountTokens(trx, idsOf([...inactive, ...people.filter(hasOtherAddress)]))
  const departed = people.filter(hasLeft).map(({ after: { id, name, isActive, departmentId } }) => ({
    ...{ id, name },
    departmentId: isActive ? departmentId : null,
  }))
  await announceDepartures(trx, viewer, departed, now)
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

const hasLeft = ({ before, after }: Change) =>
  (before.isActive && !after.isActive) || before.departmentId !== after.departmentId
