import { AppError } from '@malote/core/shared/errors.ts'
import { Tinypool } from 'tinypool'
import { ensureOutsideTransaction } from '../db/outside-transactions.ts'
import type { Order } from './thread.ts'

/** Work for a thread. Its input is plain data (it is copied: no functions, no class instances), its output bytes. */
type Work = (input: never) => Promise<Uint8Array>

/** Runs CPU-bound work outside the event loop, so that other requests are not delayed. */
export interface Threads {
  /**
   * @param module URL of the file that exports the function; the thread imports it
   * @param name of the exported function
   * @param signal aborts the work when its result is no longer needed
   * @throws AppError OVERLOADED when too many are waiting, or when it took too long
   */
  run: <W extends Work>(module: URL, name: string, input: Parameters<W>[0], signal?: AbortSignal) => Promise<Buffer>
  /** Ends all threads, including busy ones. */
  close: () => Promise<void>
}

interface Limits {
  /** Most threads: two, so that somebody's long document holds up nobody. Each uses about 100 MiB once it has created one. */
  threads?: number
  /** Maximum number of waiting calls. */
  waiting?: number
  /** Maximum milliseconds for waiting and working together; a thread that takes longer is terminated. */
  ms?: number
  /** Maximum memory of a thread, in MiB. Beyond, its work fails and the thread is replaced; the server continues. */
  memory?: number
}

const thread = new URL('./thread.ts', import.meta.url).href

/**
 * Opens threads, which start with the first call and run until closed.
 *
 * @param onError called when an idle thread failed; it has been replaced
 */
export function openThreads(
  onError: (error: unknown) => void,
  { threads = 2, waiting = 100, ms = 60_000, memory = 512 }: Limits = {},
): Threads {
  let pool: Tinypool | undefined
  const open = () =>
    new Tinypool({
      filename: thread,
      minThreads: 1,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    }).on('error', onError)

  return {
    async run(module, name, input, signal) {
      ensureOutsideTransaction('A thread')
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
