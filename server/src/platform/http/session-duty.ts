import type { Duty } from '@malote/core/auth/duty.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * What the person of a session must do before anything else, null when nothing. An expression for statements that read
 * `sessions s` and `users u`.
 *
 * A second step is also demanded in sessions that are open when a person is promoted or the setting changes. Sessions
 * with an ID token began at the provider, which is responsible for it.
 *
 * @param demanded the roles of which a second step is demanded (`rolesWithSecondStep`), as an array of text
 */
export const dutyOfSession = (demanded: RawBuilder<unknown>): RawBuilder<Duty | null> => sql<Duty | null>`
  coalesce(s.duty, case
    when u.role = any(${demanded}::text[]) and s.id_token is null
      and not exists (select from second_step_methods m where m.user_id = u.id) then 'enrol-second-step'
  end)`
