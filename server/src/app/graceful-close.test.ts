import { expect, it, onTestFinished, vi } from 'vitest'
import { closeGracefully } from './graceful-close.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** As in production, but removes its signal handlers from the test process afterwards. */
function opened() {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  onTestFinished(() => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) {
        if (!before.get(signal)?.includes(listener)) process.removeListener(signal, listener)
      }
    }
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  return { ...closeGracefully({ patienceMs: 100 }), log }
}

it('closes in the opposite order of opening', async () => {
  const { onClose, close, log } = opened()
  const closed: string[] = []
  for (const part of ['o banco', 'as tarefas', 'o atendimento']) onClose(part, async () => closed.push(part))

  expect(await close()).toBe(true)
  expect(closed).toEqual(['o atendimento', 'as tarefas', 'o banco'])
  expect(log).not.toHaveBeenCalled()
})

it('tells of a part that fails or hangs, and closes the others', async () => {
  const { onClose, close, log } = opened()
  const database = vi.fn()
  onClose('o banco', database)
  onClose('a fila', () => new Promise(() => {}))
  onClose('as tarefas', () => {
    throw new Error('already gone')
  })

  expect(await close()).toBe(false)
  expect(database).toHaveBeenCalledOnce()
  expect(log.mock.calls.map(([sentence]) => sentence)).toEqual([
    'Não foi possível encerrar as tarefas:',
    'Não foi possível encerrar a fila:',
  ])
})
