import type { NewProtocol } from '@malote/core/protocols/protocol.ts'
import { isMailOn } from '../../../domain/mail/mail-queue.ts'
import { mailNoticeOfNew } from '../../../domain/notices/notice-of-new.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { announceResponsibles } from '../responsibles/announce-responsibles.ts'
import type { WrittenRecord } from './insert-protocol.repo.ts'

/** Whether there is anything to announce besides what the statement of the creation writes. */
export const isMoreToAnnounce = ({ items }: Pick<NewProtocol, 'items'>): boolean =>
  isMailOn() || items.some(({ responsibleId }) => responsibleId)

/**
 * Mails the notice that the destination has in the app, and notifies people made responsible for an item by the creation
 * (contract 11.16).
 */
export async function announceNewProtocol(
  trx: Trx,
  viewer: Actor,
  { id, told }: WrittenRecord,
  { items }: Pick<NewProtocol, 'items'>,
  description: string,
  at: Date,
): Promise<void> {
  await mailNoticeOfNew(trx, id, `${description}.`, told)
  await announceResponsibles(
    trx,
    viewer,
    id,
    items.flatMap(({ responsibleId }) => responsibleId ?? []),
    at,
  )
}
