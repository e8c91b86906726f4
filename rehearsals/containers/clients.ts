import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../e2e/support/organisation.ts'
import { call, createOne } from '../faults/calls.ts'
import type { Creation } from '../lib/writers.ts'
import { url } from './deployment.ts'

/** What clients were told while something happened to the containers. */
export interface Told {
  answered: number
  /** Calls that were not answered with what they asked for, by status; 599 is no response at all. */
  refused: Map<number, number>
  /** Ids of protocols whose creation was acknowledged. */
  created: Set<number>
}

/** Two clients that create protocols and two that read lists, ten calls a second each at most, until `work` is done. */
export async function whileUsed(who: Person, create: () => Creation, work: () => Promise<void>): Promise<Told> {
  const told: Told = { answered: 0, refused: new Map(), created: new Set() }
  let isOver = false
  const client = async (act: () => ReturnType<typeof call>) => {
    while (!isOver) {
      const { status, json } = await act()
      if (status === 200 || status === 201) told.answered += 1
      else told.refused.set(status, (told.refused.get(status) ?? 0) + 1)
      if (status === 201) told.created.add((json as { protocol_id: number }).protocol_id)
      await wait(100)
    }
  }
  const clients = Array.from({ length: 2 }, () => [
    client(() => createOne(url, who, create())),
    client(() => call(url, who, '/api/protocols?limit=20')),
  ])
  try {
    await work()
  } finally {
    isOver = true
  }
  await Promise.all(clients.flat())
  return told
}

export const sentence = ({ answered, refused }: Told) =>
  `${answered} calls answered, refused: ${[...refused].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'}`
