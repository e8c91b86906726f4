import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildNotification, buildUser } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { forgetOldNotifications } from './public.ts'

// proves 11.28, 18.81
it('forgets what was read half a year ago, and what nobody read within a year', async () => {
  const { db } = await testApp()
  const { id: userId } = await buildUser(db)
  const now = new Date('2026-11-21T06:45:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const write = (message: string, age: number, isRead: boolean) =>
    buildNotification(db, { userId, message, createdAt: daysAgo(age), readAt: isRead ? daysAgo(age - 1) : null })
  await write('lida, antiga', 181, true)
  await write('lida, recente', 179, true)
  await write('não lida, antiga', 364, false)
  await write('não lida, muito antiga', 366, false)

  expect(await forgetOldNotifications(db, testConfig(), now)).toBe(2)
  const left = await db.selectFrom('notifications').select('message').orderBy('id').execute()
  expect(left.map(({ message }) => message)).toEqual(['lida, recente', 'não lida, antiga'])
})

// proves 18.81
it('keeps them as long as configured, unread ones also for a shorter time than read ones', async () => {
  const { db } = await testApp({ ownDatabase: true })
  const { id: userId } = await buildUser(db)
  const now = new Date('2026-11-21T06:45:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  for (const [message, age, readAt] of [
    ['lida, 31 dias', 31, daysAgo(1)],
    ['lida, 29 dias', 29, daysAgo(1)],
    ['não lida, 11 dias', 11, null],
    ['não lida, 9 dias', 9, null],
  ] as const) {
    await buildNotification(db, { userId, message, createdAt: daysAgo(age), readAt })
  }
  const kept = { RETENTION_NOTIFICATIONS_DAYS: 10, RETENTION_READ_NOTIFICATIONS_DAYS: 30 }
  expect(await forgetOldNotifications(db, kept, now)).toBe(2)
  const left = await db.selectFrom('notifications').select('message').orderBy('id').execute()
  expect(left.map(({ message }) => message)).toEqual(['lida, 29 dias', 'não lida, 9 dias'])
})
