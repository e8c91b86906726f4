import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { openChangeFeed } from './change-feed.ts'

it('tells of several changes at once, one statement after the other', async () => {
  const { connectionString, drop } = await testDatabase()
  onTestFinished(drop)
  const feed = openChangeFeed(connectionString, ['first', 'second'])
  onTestFinished(feed.close)
  const heard: string[] = []
  for (const channel of ['first', 'second']) feed.onChange(channel, (news) => news !== undefined && heard.push(channel))
  await expect.poll(feed.isLive).toBe(true)
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))

  for (const channel of ['first', 'second', 'first', 'second']) feed.tell(channel)
  await expect.poll(() => new Set(heard)).toEqual(new Set(['first', 'second']))
  // The driver will refuse a statement while another one is under way.
  expect(warnings).toEqual([])
})
