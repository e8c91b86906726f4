import { availableParallelism } from 'node:os'
import { AppError } from '@malote/core/shared/errors.ts'
import { Tinypool } from 'tinypool'
import type { Order } from './thread.ts'

/** Work for a thread: plain data in (it is copied, so no functions and no class instances), bytes out. */
type Work = (input: never) => Promise<Uint8Array>

/** Runs what keeps a processor busy beside the event loop, so that requests of others are answered meanwhile. */
export interface Threads {
  /**
   * @param module address of the file that exports the function; the thread loads it by itself
   * @param name of the exported function
   * @param signal ends the work when nobody waits for its result any more
   * @throws AppError OVERLOADED when too many wait already, or when it took too long
   */
  run: <W extends Work>(module: URL, name: string, input: Parameters<W>[0], signal?: AbortSignal) => Promise<Buffer>
  /** Ends the threads, also those that work. */
  close: () => Promise<void>
}

interface Limits {
  /** How many there are; each holds some 100 MiB once it has made a document. */
  threads?: number
  /** Work that may wait for a thread. */
  waiting?: number
  /** Milliseconds that waiting and working may take together; a thread that takes longer is ended. */
  ms?: number
  /** MiB that a thread may hold; beyond, it fails its work and is replaced, while the server goes on. */
  memory?: number
}

const thread = new URL('./thread.ts', import.meta.url).href

/** One core is left to the event loop. */
const defaultThreads = Math.min(2, Math.max(1, availableParallelism() - 1))

/**
 * Threads that begin with the first work, until they are closed.
 *
 * @param onError told of a thread that failed while it had nothing to do; it has been replaced
 */
export function openThreads(
  onError: (error: unknown) => void,
  { threads = defaultThreads, waiting = 100, ms = 60_000, memory = 512 }: Limits = {},
): Threads {
  let pool: Tinypool | undefined
  const open = () =>
    new Tinypool({
      filename: thread,
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    }).on('error', onError)

  return {
    async run(module, name, input, signal) {
      pool ??= open()
      if (pool.queueSize >= waiting) throw new AppError('OVERLOADED')
      const late = AbortSignal.timeout(ms)
      try {
        const order: Order = { module: module.href, name, input }
        const bytes: Uint8Array = await pool.run(order, { signal: AbortSignal.any(signal ? [late, signal] : [late]) })
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      } catch (cause) {
        throw late.aborted ? new AppError('OVERLOADED', { cause }) : cause
      }
    },
    close: async () => pool?.destroy(),
  }
}
