import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'

let test: TestApp

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T12:00:00Z' })
})

afterEach(() => vi.restoreAllMocks())

it('is a PDF, made once a day, and a failure is not kept until midnight', async () => {
  const client = test.as(await buildUser(test.db))
  const made = vi.spyOn(test.app.threads, 'run').mockRejectedValueOnce(new Error('no memory'))
  expect((await client.get('/api/help/manual')).status).toBe(500)
  expect(test.takeErrorLogs()).toHaveLength(1)

  const manual = await client.get('/api/help/manual')
  expect([manual.status, manual.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await client.get('/api/help/manual')).raw.equals(manual.raw)).toBe(true)
  expect(made).toHaveBeenCalledTimes(2)
  test.clock.set('2026-11-22T12:00:00Z')
  made.mockResolvedValueOnce(manual.raw)
  await client.get('/api/help/manual')
  expect(made).toHaveBeenCalledTimes(3)
})
