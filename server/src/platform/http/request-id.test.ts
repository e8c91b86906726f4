import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { testApp } from '../../test/app.ts'
import { testConfig } from '../../test/config.ts'
import type { Config } from '../settings/config.ts'
import type { App } from './fastify.ts'

const opened: App[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
})

async function organisation(config: Partial<Config> = {}) {
  const { db } = await testApp()
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const app = await buildApp({ db, config: testConfig(config), logger: { level: 'info', stream } })
  app.get('/broken', { config: { access: 'everyone' } }, () => {
    throw new Error('a bug')
  })
  opened.push(app)
  const ask = async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    String((await app.inject({ url, headers, remoteAddress })).headers['x-request-id'])
  return { app, ask, logged: () => lines.splice(0).map((line) => JSON.parse(line)) }
}

describe('a request', () => {
  // proves 19.35
  it('has an id in its response and in each of its log lines', async () => {
    const { ask, logged } = await organisation()
    const ids: string[] = []
    for (const url of ['/healthz', '/api/protocols', '/broken', '/nowhere', '/%']) {
      const id = await ask(url)
      expect(id, url).toMatch(/^[2-9a-z]{12}$/)
      ids.push(id)
    }
    // The last line of a request is written after its response.
    const lines: { reqId?: string }[] = []
    const silent = () => {
      lines.push(...logged())
      return ids.filter((id) => !lines.some(({ reqId }) => reqId === id))
    }
    await expect.poll(silent).toEqual([])
    for (const line of lines) expect(ids, JSON.stringify(line)).toContain(line.reqId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  // proves 19.35
  it('keeps the id that a trusted proxy gave it', async () => {
    const { ask, logged } = await organisation({ TRUST_PROXY: '10.0.0.0/8, 192.168.1.1' })
    const given = { 'x-request-id': '5f1d7e9a0b2c4d6e8f00112233445566' }
    expect(await ask('/healthz', given, '10.1.2.3')).toBe(given['x-request-id'])
    expect(logged().every(({ reqId }) => reqId === given['x-request-id'])).toBe(true)
    expect(await ask('/healthz', given, '192.168.1.2')).not.toBe(given['x-request-id'])
    const alone = await organisation()
    expect(await alone.ask('/healthz', given)).not.toBe(given['x-request-id'])
  })

  // proves 19.35
  it.each(['short', 'a'.repeat(65), 'with space inside', 'id"},{"level":60', 'acentuação-longa'])(
    'gets another id where the proxy gave it %j',
    async (given) => {
      const { ask } = await organisation({ TRUST_PROXY: true })
      expect(await ask('/healthz', { 'x-request-id': given })).toMatch(/^[2-9a-z]{12}$/)
    },
  )
})
