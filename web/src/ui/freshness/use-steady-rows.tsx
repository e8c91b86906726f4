import { Button } from '@mantine/core'
import { type Key, type ReactNode, type RefObject, useRef } from 'react'
import classes from './freshness.module.css'
import { useHeld } from './use-held.ts'

interface SteadyRows<Row> {
  rows: readonly Row[] | undefined
  /** Ref of the element that contains the rows and the notice. */
  frame: RefObject<HTMLDivElement | null>
  /** Says above the rows that the list has changed. Its live region is always rendered, for screen readers. */
  notice: ReactNode
}

/**
 * The rows of a list that others change too. Existing rows always show their newest data; a change of which rows there
 * are is held back, with a notice, while the user is working in the list.
 */
export function useSteadyRows<Row>(newest: readonly Row[] | undefined, rowKey: (row: Row) => Key): SteadyRows<Row> {
  const frame = useRef<HTMLDivElement>(null)
  const keysOf = (rows: readonly Row[] | undefined) => JSON.stringify(rows?.map(rowKey))
  const { shown, isWaiting, show } = useHeld(newest, frame, 'below', (before, now) => {
    if (keysOf(before) === keysOf(now)) return now
    const fresh = new Map(now?.map((row) => [rowKey(row), row]))
    return before?.map((row) => fresh.get(rowKey(row)) ?? row)
  })
  return {
    rows: shown,
    frame,
    notice: (
      <div className={classes.notice} aria-live="polite">
        {isWaiting && (
          <div className={classes.words}>
            Há novidades nesta lista
            <Button size="compact-xs" variant="subtle" onClick={show}>
              Atualizar
            </Button>
          </div>
        )}
      </div>
    ),
  }
}
