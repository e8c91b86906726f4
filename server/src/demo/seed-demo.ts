import { addDays, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { buildApp } from '../app/app.ts'
import { createFirstAdmin } from '../features/users/ensure-first-admin.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Config } from '../platform/settings/config.ts'
import { apiUserOf } from './api-user.ts'
import { demoPassword, emailOf, foundOrganisation } from './found-organisation.ts'
import { sendMishaps } from './mishaps.ts'
import { departments, founderEmail, people } from './organisation.ts'
import { askForMoreTime, passContractOn, sendToWrongDoor } from './special-cases.ts'
import { sendProtocol } from './story.ts'
import { randomOf, timelineUntil } from './timeline.ts'

/** Days until today in which the sample organisation sends protocols. */
const storyDays = 60

/** Sample accounts, two of each role, as lines of a table for the terminal. */
export function demoLogins(): string {
  const logins = (['Admin', 'Gestor', 'Usuário'] as const).flatMap((role) =>
    people.filter(([, , as]) => as === role).slice(0, 2),
  )
  const rows = [
    ['Perfil', 'Nome', 'Departamento', 'E-mail', 'Senha'],
    ...logins.map(([name, department, role]) => [
      ...[role, name, departments[department][0], emailOf(name), demoPassword],
    ]),
  ]
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * Fills a database without users with a sample organisation. Simulates eight weeks through calls to the real API with a
 * moving clock, so that the data look like those of real work. Does nothing if the database has users.
 *
 * @param protocolCount how many protocols it sends
 * @param tell told how far it is
 * @returns whether it has filled the database
 */
export async function seedDemo(
  db: Db,
  config: Config,
  protocolCount: number,
  tell: (sentence: string) => void,
): Promise<boolean> {
  const now = new Date()
  const begin = new Date(`${addDays(civilDateIn(now, config.APP_TIMEZONE), -storyDays)}T11:00:00Z`)
  let moment = begin
  const founder = { email: founderEmail, password: demoPassword }
  const isFounded = await createFirstAdmin(db, { ...founder, mustChangePassword: false }, () => moment)
  if (!isFounded) return false
  tell('Fazendo a organização de demonstração, só desta vez...')
  const app = await buildApp({ db, config, now: () => moment, longestDelayMs: 0 })
  const organisation = await foundOrganisation(app, apiUserOf(app, founder))

  const random = randomOf(20_261)
  const span = now.getTime() - begin.getTime()
  let tenths = 0
  const timeline = timelineUntil(now, (next) => {
    moment = next
    const reached = Math.floor((10 * (next.getTime() - begin.getTime())) / span)
    if (reached > tenths) tell(`Demonstração: ${reached * 10}% pronta`)
    tenths = reached
  })
  const context = { organisation, random, timeline, clock: () => moment }
  for (let index = 0; index < protocolCount; index += 1) {
    sendProtocol(context, new Date(begin.getTime() + (span * index) / protocolCount))
  }
  sendToWrongDoor(context, now)
  sendMishaps(context, now)
  passContractOn(context, now)
  askForMoreTime(context, now)
  await timeline.play()
  await app.close()
  return true
}
