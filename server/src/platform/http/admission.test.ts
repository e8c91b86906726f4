import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { admissionPlugin } from './admission.ts'

const app = fastify()
let held: (() => void)[] = []

await app.register(admissionPlugin, { reading: 1, writing: 1 })
const hold = () => new Promise<string>((resolve) => held.push(() => resolve('done')))
app.get('/api/held', hold)
app.post('/api/held', hold)
app.get('/api/quick', () => 'quick')
app.get('/api/long', { config: { access: 'everyone', isLong: true } }, () => 'long')
app.get('/api/broken', () => {
  throw new Error('broken')
})
await app.ready()

function letGo() {
  for (const release of held) release()
  held = []
}

afterEach(letGo)

describe('admission', () => {
  it('lets a request wait until one of those before it is done', async () => {
    const first = app.inject('/api/held').then(({ body }) => body)
    await expect.poll(() => held.length).toBe(1)
    const order: string[] = []
    const second = app.inject('/api/quick').then(({ body }) => order.push(body))
    await app.inject('/api/long')
    expect(order).toEqual([])
    letGo()
    expect(await first).toBe('done')
    await second
    expect(order).toEqual(['quick'])
  })

  it('counts readers and writers separately, and long work not at all', async () => {
    const writer = app.inject({ method: 'POST', url: '/api/held' }).then(({ body }) => body)
    await expect.poll(() => held.length).toBe(1)
    expect((await app.inject('/api/quick')).body).toBe('quick')
    expect((await app.inject('/api/long')).body).toBe('long')
    letGo()
    expect(await writer).toBe('done')
  })

  it('counts a request that reads as what it is, whatever it says that it sends', async () => {
    const first = app.inject('/api/held')
    await expect.poll(() => held.length).toBe(1)
    let isDone = false
    const second = app.inject({ url: '/api/quick', headers: { 'content-type': 'multipart/form-data' } }).then(() => {
      isDone = true
    })
    await app.inject('/api/long')
    expect(isDone).toBe(false)
    letGo()
    await Promise.all([first, second])
  })

  it('counts no request that has failed', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect((await app.inject('/api/broken')).statusCode).toBe(500)
    expect((await app.inject('/api/quick')).body).toBe('quick')
  })
})
