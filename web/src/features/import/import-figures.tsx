import type { ImportOutcome } from '@malote/core/import/import-preview.ts'
import { formatNumber } from '../../lib/format.ts'
import classes from './import.module.css'

interface ImportFiguresProps {
  outcome: ImportOutcome
  /** Labels for the created, changed, unchanged, refused and left-out records; the last only if there are any. */
  words: readonly [string, string, string, string, string]
}

export function ImportFigures({ outcome, words }: ImportFiguresProps) {
  const { created, changed, unchanged, refused, leftOut } = outcome
  const counts = [created, changed, unchanged, refused, ...(leftOut > 0 ? [leftOut] : [])]
  return (
    <dl className={classes.figures}>
      {counts.map((count, index) => (
        <div key={words[index]} className={classes.figure} data-tone={index === 3 && count > 0 ? 'danger' : undefined}>
          <dt>{words[index]}</dt>
          <dd>{formatNumber(count ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
