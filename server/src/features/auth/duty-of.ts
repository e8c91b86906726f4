import type { Duty } from '@malote/core/auth/duty.ts'
import { needsSecondStep } from '@malote/core/auth/second-step-rules.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'

/** The duty of a person who signed in with a password; undefined without one. */
export async function dutyOf(trx: Trx, config: Config, userId: number): Promise<Duty | undefined> {
  const { mustChangePassword, role, hasSecondStep } = await trx
    .selectFrom('users')
    .select(['mustChangePassword', 'role'])
    .select((row) =>
      row
        .exists(row.selectFrom('secondStepMethods').select('id').whereRef('secondStepMethods.userId', '=', 'users.id'))
        .as('hasSecondStep'),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (mustChangePassword) return 'choose-password'
  const isDemanded = needsSecondStep(config.REQUIRE_SECOND_STEP, { role: role as Role })
  return isDemanded && !hasSecondStep ? 'enrol-second-step' : undefined
}

/** Call after a person has done their duty: their sessions get the next one, or are open. */
export async function settleDuty(trx: Trx, config: Config, userId: number): Promise<Duty | null> {
  const duty = (await dutyOf(trx, config, userId)) ?? null
  await trx
    .updateTable('sessions')
    .set({ duty })
    .where('userId', '=', userId)
    // Without a further duty all sessions are written: the trigger tells other instances, which may have cached one
    // whose duty was computed (http/auth.ts).
    .$if(duty !== null, (query) => query.where('duty', 'is not', null))
    .execute()
  return duty
}
