import { threadId } from 'node:worker_threads'

/** Returns whether it runs in a thread. */
export const sayThread = async (word: string) => Buffer.from(`${word} ${threadId > 0 ? 'in a thread' : 'here'}`)

/** Blocks its thread without yielding. */
export async function compute(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
  return Buffer.from('done')
}

export async function refuse() {
  throw new Error('no such picture')
}

/** Throws outside of any awaited promise. */
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
