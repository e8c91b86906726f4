import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadBy } from '../test/fake-server.ts'

const called = vi.fn(async (_address: string) => new Response('[]'))

afterEach(() => {
  vi.resetModules()
})

// The base address is read once, when the module is loaded.
it.each([
  ['the one of the build', 'http://localhost:5000', 'http://localhost:5000/api/departments?q=a'],
  ['the one that served the page', undefined, '/api/departments?q=a'],
])('calls an address below %s', async (_, base, expected) => {
  vi.stubEnv('VITE_API_URL', base)
  vi.stubGlobal('fetch', called)
  vi.resetModules()
  const { api } = await import('./api.ts')
  await api.get('/api/departments', { query: { q: 'a', status: '' } })
  expect(called).toHaveBeenLastCalledWith(expected, expect.anything())
})

// proves 23.14
it.each([
  ['breaks off', () => new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })],
  ['is none of ours', () => '<html>'],
])('an answer that %s counts as none', async (_, body) => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async () => new Response(body()))
  const { api } = await import('./api.ts')
  vi.stubGlobal('XMLHttpRequest', uploadBy(globalThis.fetch))
  for (const answer of [api.get('/api/departments'), api.upload('/api/protocols', new FormData())]) {
    await expect(answer).rejects.toMatchObject({ name: 'ApiError', status: 0 })
  }
})

describe('the server no longer knows the token', () => {
  let kept: Map<string, string>

  beforeEach(() => {
    kept = new Map()
    vi.resetModules()
    vi.spyOn(console, 'error').mockReturnValue()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
  })

  /** Signs in and starts a request; `answered` lets the server refuse it with 401. */
  async function refusedCall(token: string) {
    const { promise: refused, resolve: answer } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => refused)
    const [{ api }, { session }] = await Promise.all([import('./api.ts'), import('./stored-session.ts')])
    session.save(token, { id: 1 })
    const call = api.get('/api/protocols').catch(() => undefined)
    const answered = async () => {
      answer(new Response('{}', { status: 401 }))
      await call
    }
    return { session, answered }
  }

  // proves V14.3.1
  it('ends the session', async () => {
    const { session, answered } = await refusedCall('old')
    await answered()
    expect(session.get()).toBeNull()
    expect(kept).toEqual(new Map())
  })

  // proves 7.9.1
  it('leaves alone the session that began since then', async () => {
    const { session, answered } = await refusedCall('old')
    session.save('new', { id: 2 })
    await answered()
    expect(session.get()).toEqual({ token: 'new', user: { id: 2 }, isFromProvider: false, isDoubted: false })
    expect(kept.get('malote:token')).toBe('new')
  })

  it('takes over the session that began in another tab, of which no news has come yet', async () => {
    const { session, answered } = await refusedCall('old')
    kept.set('malote:token', 'new')
    kept.set('malote:user', '{"id":2}')
    await answered()
    expect(session.get()).toEqual({ token: 'new', user: { id: 2 }, isFromProvider: false, isDoubted: false })
    expect(kept.get('malote:token')).toBe('new')
  })

  it('says nothing of whose the new session is', async () => {
    const { session } = await refusedCall('old')
    session.save('new', { id: 2 })
    session.saveUser({ id: 1 }, 'old')
    expect(session.get()?.user).toEqual({ id: 2 })
    expect(kept.get('malote:user')).toBe('{"id":2}')
  })
})

describe('the server wants fresh proof', () => {
  const needed = () => new Response(JSON.stringify({ code: 'PROOF_NEEDED', message: 'Confirme' }), { status: 403 })
  const done = () => new Response('{"done":true}')

  /** The server wants proof of the first calls and answers the later ones. */
  async function asked(refusals: number) {
    vi.resetModules()
    vi.spyOn(console, 'error').mockReturnValue()
    const answers = vi.fn(async () => (answers.mock.calls.length > refusals ? done() : needed()))
    vi.stubGlobal('fetch', answers)
    const [{ api }, { proof }] = await Promise.all([import('./api.ts'), import('./proof.ts')])
    return { api, proof, answers }
  }

  // proves 18.21
  it('repeats each call once the proof is given, and asks once for all of them', async () => {
    const { api, proof, answers } = await asked(2)
    proof.host()
    const calls = [api.delete('/api/auth/sessions/1'), api.put('/api/users/1', {})]
    await vi.waitFor(() => expect(proof.get()).toEqual({ isOpen: true, opening: 1 }))
    await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(2))
    proof.answer(true)
    await expect(Promise.all(calls)).resolves.toEqual([{ done: true }, { done: true }])
    expect(proof.get().isOpen).toBe(false)
  })

  it.each([
    ['the user gives up', (proof: { answer: (isGiven: boolean) => void }) => proof.answer(false)],
    ['the screen goes', (_: unknown, leave: () => void) => leave()],
  ])('fails when %s', async (_, end) => {
    const { api, proof } = await asked(1)
    const leave = proof.host()
    const call = api.delete('/api/auth/sessions')
    await vi.waitFor(() => expect(proof.get().isOpen).toBe(true))
    end(proof, leave)
    await expect(call).rejects.toMatchObject({ status: 403, message: 'Confirme' })
  })

  it('fails at once where nothing can ask', async () => {
    const { api } = await asked(1)
    await expect(api.delete('/api/auth/sessions')).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  })
})
