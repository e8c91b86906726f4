import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

/**
 * A file of any length, sent while it is made. After each part it rests for as long as the part took, so that a long
 * export leaves half of the time of its connection and of the event loop to people who wait for a page.
 */
export const streamedFile = (parts: AsyncIterable<string>): Readable =>
  Readable.from(withRests(parts), { objectMode: false })

async function* withRests(parts: AsyncIterable<string>) {
  let begun = performance.now()
  for await (const part of parts) {
    const took = performance.now() - begun
    yield part
    await setTimeout(took)
    begun = performance.now()
  }
}
