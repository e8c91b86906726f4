import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SignedIn } from '../../scripts/bench/stage.ts'

/** Milliseconds between two creations of a writer, and before it repeats one that failed. */
const pause = { work: 300, retry: 500 }

/** Writers that create protocols and repeat what failed under the same key, as the web app does. */
export function steadyWriters(leaders: readonly SignedIn[], urls: readonly string[], writers = 50) {
  const confirmed = new Map<string, number>()
  const moments: number[] = []
  let refused = 0
  let isOver = false

  async function create(place: number, turn: number): Promise<void> {
    const from = leaders[(place + turn) % leaders.length] as SignedIn
    const to = leaders[(place + turn + 1) % leaders.length] as SignedIn
    const key = randomUUID()
    const body = JSON.stringify({
      remarks: `Failover ${key}`,
      origin_department_id: from.departmentId,
      destination_department_id: to.departmentId,
      requires_return: true,
      items: [{ document_number: `F ${place}/${turn}`, item_type_id: 1, category_id: 1, reason: 'Conferência' }],
    })
    for (let attempt = 0; ; attempt += 1) {
      const reply = await fetch(`${urls[(place + attempt) % urls.length]}/api/protocols`, {
        method: 'POST',
        headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined)
      if (reply?.status === 201) {
        confirmed.set(key, ((await reply.json()) as { id: number }).id)
        moments.push(performance.now())
        return
      }
      refused += 1
      if (reply && reply.status < 500) throw new Error(`${reply.status} ${await reply.text()}`)
      await wait(pause.retry)
    }
  }
  const all = Promise.all(
    Array.from({ length: writers }, async (_, place) => {
      for (let turn = 0; !isOver; turn += 1) {
        await create(place, turn)
        await wait(pause.work * (0.5 + Math.random()))
      }
    }),
  )
  all.catch((error) => console.error(error))
  return {
    confirmed,
    refused: () => refused,
    /** Waits until twenty creations in a second show that work goes on, later than a second after `since`. */
    async resumed(since: number) {
      for (;;) {
        await wait(250)
        const now = performance.now()
        if (now - since > 180_000) throw new Error('writes did not go on within three minutes')
        if (now - since > 3_000 && moments.filter((at) => at > now - 1_000).length >= 20) return
      }
    },
    /** Milliseconds of the longest stretch without a creation since then. */
    longestPause(since: number) {
      const later = [since, ...moments.filter((at) => at > since)]
      return Math.max(...later.slice(1).map((at, index) => at - (later[index] ?? at)))
    },
    async end() {
      isOver = true
      await all
    },
  }
}
