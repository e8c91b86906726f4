import { threadId } from 'node:worker_threads'

/** Which thread it is. */
export const sayThread = async (word: string) => Buffer.from(`${word} ${threadId > 0 ? 'in a thread' : 'here'}`)

/** Keeps its thread busy without ever yielding. */
export async function compute(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
  return Buffer.from('done')
}

export async function refuse() {
  throw new Error('no such picture')
}

/** Fails outside of what anybody awaits. */
export const die = () =>
  new Promise<Buffer>(() => {
    setImmediate(() => {
      throw new Error('the thread died')
    })
  })

export async function devour() {
  const held: number[][] = []
  while (held.length < 1e9) held.push(new Array(1e6).fill(held.length))
  return Buffer.from(String(held.length))
}
