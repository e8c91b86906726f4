import type { EnrolledMethod, SecondStepKind } from '@malote/core/auth/second-step.ts'
import { needsSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/**
 * A person's methods, the oldest first; never a secret.
 *
 * @throws AppError USER_NOT_FOUND
 */
export async function secondStepOf(db: Db, config: Config, userId: number) {
  const person = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new AppError('USER_NOT_FOUND')
  const methods = await db
    .selectFrom('secondStepMethods')
    .select(['id', 'kind', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return {
    required: needsSecondStep(config.REQUIRE_SECOND_STEP, { role: person.role as Role }),
    methods: methods.map((method): EnrolledMethod => ({ ...method, kind: method.kind as SecondStepKind })),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  }
}
