import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { showInPlace, telling } from '../lib/telling.ts'
import { forgetToasts, toastStore } from '../ui/toasts.ts'
import { tellOutcomes } from './tell-outcomes.ts'

let client: QueryClient

beforeEach(() => {
  forgetToasts()
  client = createQueryClient()
  tellOutcomes(client)
})

const toasts = () => toastStore.get().map(({ tone, text }) => `${tone}: ${text}`)

/** A component with a mutation that stays pending until the test resolves it. */
function screenOf<Answer = string>() {
  const calls: PromiseWithResolvers<Answer>[] = []
  const options = telling(
    {
      mutationFn: (_id: number) => {
        const call = Promise.withResolvers<Answer>()
        calls.push(call)
        return call.promise
      },
    },
    { success: (answer, id) => `${answer} ${id}`, failure: 'Erro ao receber. Tente novamente.' },
  )
  const observer = new MutationObserver(client, options)
  const leave = observer.subscribe(() => undefined)
  const send = async (id: number, callbacks = {}) => {
    observer.mutate(id, callbacks).catch(() => undefined)
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0))
  }
  return { send, leave, calls }
}

const refusal = new ApiError(409, 'Já foi recebido.')

// proves 11.31
it('tells a success and a failure after the screen was left', async () => {
  const { send, leave, calls } = screenOf()
  await send(1)
  await send(2)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  leave()
  calls[0]?.resolve('Recebido')
  calls[1]?.reject(refusal)
  await vi.waitFor(() => expect(toasts()).toEqual(['success: Recebido 1', 'danger: Já foi recebido.']))
})

// proves 19.36
it.each([
  [500, 'INTERNAL_ERROR', 'k3m9x2p7q4ab'],
  [503, 'UNAVAILABLE', 'k3m9x2p7q4ab'],
  [507, 'STORAGE_FULL', undefined],
  [409, 'BUSY', undefined],
])('a %i (%s) has the code of the error: %s', async (status, code, shown) => {
  const { send, calls } = screenOf()
  await send(1)
  calls[0]?.reject(new ApiError(status, 'Não deu.', { code, requestId: 'k3m9x2p7q4ab' }))
  await vi.waitFor(() => expect(toastStore.get()).toHaveLength(1))
  expect(toastStore.get()[0]?.code).toBe(shown)
})

it('says the fixed sentence when the server sends none', async () => {
  const { send, calls } = screenOf()
  await send(1)
  calls[0]?.reject(new ApiError(500, ''))
  await vi.waitFor(() => expect(toasts()).toEqual(['danger: Erro ao receber. Tente novamente.']))
})

it('leaves to the form what it shows itself, and tells it when the form is gone', async () => {
  const { send, leave, calls } = screenOf()
  await send(1, { onError: showInPlace })
  calls[0]?.reject(refusal)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(toasts()).toEqual([])
  await send(2, { onError: showInPlace })
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  leave()
  calls[1]?.reject(refusal)
  await vi.waitFor(() => expect(toasts()).toEqual(['danger: Já foi recebido.']))
})

it('says nothing of what was given up, nor of a session that has ended', async () => {
  const { send, calls } = screenOf()
  await send(1)
  calls[0]?.reject(new DOMException('', 'AbortError'))
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await send(2)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  client.clear()
  calls[1]?.resolve('Recebido')
  await calls[1]?.promise
  await new Promise((resolve) => setTimeout(resolve))
  expect(toasts()).toEqual([])
})

const failing = async (send: (id: number) => Promise<void>, calls: PromiseWithResolvers<string>[], id: number) => {
  await send(id)
  await vi.waitFor(() => expect(client.isMutating()).toBe(1))
  calls.at(-1)?.reject(new ApiError(0, ''))
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
}

// proves 17.78
it('an error leaves when the same call about the same record has succeeded', async () => {
  const { send, calls } = screenOf()
  await failing(send, calls, 1)
  await send(2)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  calls[1]?.resolve('Recebido')
  await vi.waitFor(() => expect(toasts()).toEqual(['danger: Erro ao receber. Tente novamente.', 'success: Recebido 2']))
  await send(1)
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  calls[2]?.resolve('Recebido')
  await vi.waitFor(() => expect(toasts()).toEqual(['success: Recebido 2', 'success: Recebido 1']))
})

it('a call without an answer can be tried again from its toast; a refused one cannot', async () => {
  const { send, calls } = screenOf()
  await failing(send, calls, 1)
  const [toast] = toastStore.get()
  expect(toast?.action?.label).toBe('Tentar de novo')
  toast?.action?.run()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  calls[1]?.resolve('Recebido')
  await vi.waitFor(() => expect(toasts()).toEqual(['success: Recebido 1']))

  await send(2)
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  calls[2]?.reject(refusal)
  await vi.waitFor(() => expect(toasts()).toContain('danger: Já foi recebido.'))
  expect(toastStore.get().at(-1)).not.toHaveProperty('action')
})

describe('screens', () => {
  const source = join(import.meta.dirname, '..')

  /** Screens that also notify about something other than an outcome. */
  const otherWords: Record<string, string> = {
    'features/help/suggestion-card.tsx': 'fields that are missing, before anything is sent',
    'features/reports/reports-page.tsx': 'that the export begins',
  }

  async function screens() {
    const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.tsx'))
    return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(source, file), 'utf8') })))
  }

  // React Query drops the callbacks of `mutate` when the component unmounts, and code after an awaited `mutateAsync` acts
  // on a screen that the user has left.
  it('no screen tells by itself what became of what it sent', async () => {
    const sending = (await screens()).filter(({ text }) => /\buse(Mutation|DraftedMutation|FormDialog)\(/.test(text))
    const telling = sending.filter(({ text }) => /\bnotify(Success|Error)\b|\bmutateAsync\b/.test(text))
    expect(telling.map(({ file }) => file).sort()).toEqual(Object.keys(otherWords))
  })
})
