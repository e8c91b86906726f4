import type { UserEdit } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { endAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import { unlimited } from '../../domain/notices/notice-limit.ts'
import { notify, notifyAccount } from '../../domain/notices/notify.ts'
import { withdrawNotices } from '../../domain/notices/withdraw-notices.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { dropIdentities, dropUnusedAccountTokens, endSessions } from '../auth/public.ts'
import { recordPeople } from './record-people.ts'
import { itemsLeftBehind } from './responsibilities.queries.ts'
import { changeAddresses, isAddressNew, type LockedUser, updateUsers } from './users.repo.ts'

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
  const readdressed = people.filter(hasOtherAddress)
  // Those of the actor stay: one of them is in use.
  await endSessions(trx, idsOf([...inactive, ...readdressed.filter(({ after }) => after.id !== actor.id)]))
  await dropUnusedAccountTokens(trx, idsOf([...inactive, ...readdressed]))
  await endAnswerLinks(trx, idsOf(people.filter((one) => hasLeft(one) || hasOtherAddress(one))), now)
  await announceAddresses(trx, actor, readdressed, now)
  // At the provider, the old address may now belong to somebody else.
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

/**
 * Tells people of their new e-mail address, in the app and at both addresses: whoever has the new one could ask for a new
 * password, so that such links wait ({@link changeAddresses}).
 */
async function announceAddresses(trx: Trx, actor: Actor, people: readonly Change[], at: Date): Promise<void> {
  await changeAddresses(
    trx,
    people.map(({ after }) => after.id),
    at,
  )
  const notices = people.map(({ before, after }) => ({
    userId: after.id,
    title: 'O seu e-mail no Malote mudou',
    message: `${actor.name} mudou o seu e-mail de ${before.email} para ${after.email}. ${after.id === actor.id ? 'Por' : 'As suas sessões foram encerradas, e por'} 24 horas o Malote não envia links para uma nova senha. Se não pediu isso, fale com outro administrador.`,
    formerEmail: before.email,
    // Otherwise an Admin would change it twice, and confirm at the address in between.
    isConfirmable: !isAddressNew(before, at),
    at,
  }))
  await notifyAccount(trx, notices)
}

/** A person after the change; department null when they no longer work here. */
interface Departed {
  id: number
  name: string
  departmentId: number | null
}

/**
 * Notifies the Gestores of the destinations when a person who moved or was deactivated is still responsible for items
 * there. The items stay with that person until they are transferred. One notification per person and department, with a
 * link to the most urgent protocol.
 */
async function announceDepartures(trx: Trx, actor: Viewer, people: readonly Departed[], now: Date): Promise<void> {
  if (people.length === 0) return
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  for (const { userId, departmentId, count, protocolId } of await itemsLeftBehind(trx, people)) {
    const items = count === 1 ? '1 item pendente' : `${count} itens pendentes`
    await notify(trx, {
      type: 'item_assigned',
      to: [{ managersOf: departmentId, because: 'é gestor do departamento de destino' }],
      by: unlimited(actor),
      title: 'Itens com responsável fora do departamento',
      message: `${nameOf.get(userId)} não está mais no seu departamento e ainda responde por ${items}. Tramite para outra pessoa, a começar pelo protocolo #${protocolId}.`,
      protocolId,
      at: now,
    })
  }
}
