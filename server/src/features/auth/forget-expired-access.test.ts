import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { forgetExpiredAccess } from './forget-access.ts'

const hour = 3_600_000

it('removes what no longer opens anything, and nothing else', async () => {
  const { app, db, clock } = await testApp({ now: '2026-11-21T12:00:00Z' })
  const [admin, user] = [await buildAdmin(db), await buildUser(db, { password: null })]
  await app.as(admin).post(`/api/users/${user.id}/invite`)
  const left = async () => [
    (await db.selectFrom('sessions').select('id').execute()).length,
    (await db.selectFrom('accountTokens').select('id').execute()).length,
  ]

  clock.advance(71 * hour)
  await forgetExpiredAccess(db, clock.now())
  expect(await left()).toEqual([1, 1])

  clock.advance(hour)
  await forgetExpiredAccess(db, clock.now())
  expect(await left()).toEqual([1, 0])

  clock.advance(30 * 24 * hour)
  await forgetExpiredAccess(db, clock.now())
  expect(await left()).toEqual([0, 0])
})
