import { itemStatus } from '@malote/core/items/item-status.ts'
import { searchHitsWire, shortestText } from '@malote/core/search/search-hits.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { comparable } from './number-warnings.ts'

/** Pause in typing before the numbers are looked up, in milliseconds. */
const pause = 500

/**
 * Looks up which document numbers are pending in a protocol that the viewer may see, one call at a time.
 *
 * @returns protocol ids by `comparable` number; null where there is none, absent while not looked up
 */
export function useNumbersOut(numbers: readonly string[]): ReadonlyMap<string, number | null> {
  const [found, setFound] = useState<ReadonlyMap<string, number | null>>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = [...new Set(numbers.map(comparable))].filter((number) => number.length >= shortestText).join('\n')

  const lookUp = useEffectEvent(async (signal: AbortSignal) => {
    for (const number of wanted.split('\n')) {
      if (signal.aborted) return
      if (!number || asked.current.has(number)) continue
      const protocolId = await protocolWith(number, signal)
      if (signal.aborted) return
      asked.current.add(number)
      setFound((before) => new Map(before).set(number, protocolId))
    }
  })
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const timer = setTimeout(() => lookUp(abort.signal), pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  return found
}

/** The lookup only helps: if it fails, nothing is said. */
async function protocolWith(number: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { documents } = readWire(searchHitsWire, await api.get('/api/search', { query: { q: number }, signal }))
    const hit = documents?.find(
      ({ documentNumber, status }) => comparable(documentNumber ?? '') === number && status === itemStatus.pending,
    )
    return hit?.protocolId ?? null
  } catch {
    return null
  }
}
