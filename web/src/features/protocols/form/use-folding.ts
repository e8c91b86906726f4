import { useCallback, useState } from 'react'
import { useLatest } from '../../../ui/freshness/use-latest.ts'

/** Up to this number of items, all cards stay open. */
export const fewItems = 5

/** Which cards of a form are collapsed, by the id of `useFieldArray`: it stays when items are removed. */
export function useFolding(fields: readonly { id: string }[], startsFolded = false) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(startsFolded ? fields.map(({ id }) => id) : []),
  )
  const latest = useLatest(fields)
  const fold = useCallback(
    (index: number, isFolded: boolean) => {
      const id = latest.current[index]?.id
      if (id === undefined) return
      setFolded((before) => {
        const now = new Set(before)
        if (isFolded) now.add(id)
        else now.delete(id)
        return now
      })
    },
    [latest],
  )
  return { isFolded: (id: string) => folded.has(id), fold }
}
