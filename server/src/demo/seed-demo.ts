import { addDays, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { buildApp } from '../app/app.ts'
import { createFirstAdmin } from '../features/users/ensure-first-admin.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Config } from '../platform/settings/config.ts'
import { apiUserOf } from './api-user.ts'
import { demoPassword, emailOf, foundOrganisation } from './found-organisation.ts'
import { sendMishaps } from './mishaps.ts'
import { askForMoreTime } from './more-time.ts'
import { people } from './organisation.ts'
import { passContractOn } from './passing-on.ts'
import { sendProtocol } from './story.ts'
import { randomOf, timelineUntil } from './timeline.ts'
import { sendToWrongDoor } from './wrong-door.ts'

/** Days until today in which the sample organisation sends protocols. */
const storyDays = 60

/** Sample accounts, two of each role, all with the same password. */
export const demoLogins = (['Admin', 'Gestor', 'Usuário'] as const).flatMap((role) =>
  people
    .filter(([, , as]) => as === role)
    .slice(0, 2)
    .map(([name]) => ({ Perfil: role, Nome: name, 'E-mail': emailOf(name), Senha: demoPassword })),
)

/**
 * Fills a database without users with a sample organisation. Simulates eight weeks through calls to the real API with a
 * moving clock, so that the data look like those of real work. Does nothing if the database has users.
 *
 * @param protocolCount how many protocols it sends
 */
export async function seedDemo(db: Db, config: Config, protocolCount: number): Promise<void> {
  const now = new Date()
  const begin = new Date(`${addDays(civilDateIn(now, config.APP_TIMEZONE), -storyDays)}T11:00:00Z`)
  let moment = begin
  const founder = { email: 'admin@malote.demo', password: demoPassword }
  const isFounded = await createFirstAdmin(db, { ...founder, mustChangePassword: false }, () => moment)
  if (!isFounded) return
  const app = await buildApp({ db, config, now: () => moment })
  const organisation = await foundOrganisation(app, apiUserOf(app, founder))

  const random = randomOf(20_261)
  const timeline = timelineUntil(now, (next) => {
    moment = next
  })
  const context = { organisation, random, timeline, clock: () => moment }
  const span = now.getTime() - begin.getTime()
  for (let index = 0; index < protocolCount; index += 1) {
    sendProtocol(context, new Date(begin.getTime() + (span * index) / protocolCount))
  }
  sendToWrongDoor(context, now)
  sendMishaps(context, now)
  passContractOn(context, now)
  askForMoreTime(context, now)
  await timeline.play()
  await app.close()
}
