import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { visibleTo } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'

/**
 * The people who may be responsible for items of this protocol: active users of its destination, by name.
 *
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it
 */
export async function destinationUsers(db: Db, viewer: Viewer, protocolId: number) {
  const protocol = await db
    .selectFrom('protocols')
    .select('destinationDepartmentId')
    .where('id', '=', protocolId)
    .where(visibleTo(viewer))
    .executeTakeFirst()
  if (!protocol) throw new AppError('PROTOCOL_NOT_FOUND')
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('departmentId', '=', protocol.destinationDepartmentId)
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
