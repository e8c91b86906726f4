import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildProtocol } from '../../test/builders.ts'
import { forgetOldKeys } from './idempotency.repo.ts'

// proves 12.16
it('forgets keys of creations after seven days, however many there are, and leaves the protocols', async () => {
  const { db } = await testApp({ ownDatabase: true })
  const now = new Date('2026-11-21T12:00:00Z')
  const used = async (key: string, at: string) => {
    const { id, createdBy } = await buildProtocol(db, { createdAt: at, items: [] })
    await db.insertInto('idempotencyKeys').values({ userId: createdBy, key, protocolId: id, createdAt: at }).execute()
  }
  await used('velha', '2026-11-14T11:59:59Z')
  await used('mais velha', '2026-01-01T12:00:00Z')
  await used('antiga', '2026-11-10T12:00:00Z')
  await used('recente', '2026-11-14T12:00:01Z')

  expect(await forgetOldKeys(db, now, 2)).toBe(3)
  const left = await db.selectFrom('idempotencyKeys').select('key').execute()
  expect(left).toEqual([{ key: 'recente' }])
  expect(await forgetOldKeys(db, now, 2)).toBe(0)
  const { n } = await db
    .selectFrom('protocols')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(4)
})

it('keeps the key of a new edit of a protocol whose creation is long ago', async () => {
  const { db } = await testApp({ ownDatabase: true })
  const { id, createdBy } = await buildProtocol(db, { createdAt: '2026-01-01T12:00:00Z', items: [] })
  const used = { userId: createdBy, protocolId: id }
  for (const [key, createdAt] of Object.entries({ criação: '2026-01-01T12:00:00Z', edição: '2026-11-21T11:00:00Z' }))
    await db
      .insertInto('idempotencyKeys')
      .values({ ...used, key, createdAt })
      .execute()

  expect(await forgetOldKeys(db, new Date('2026-11-21T12:00:00Z'))).toBe(1)

  expect(await db.selectFrom('idempotencyKeys').select('key').execute()).toEqual([{ key: 'edição' }])
})
