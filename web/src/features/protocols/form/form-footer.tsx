import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type ReactNode, useId } from 'react'
import { counted, formatDate } from '../../../lib/format.ts'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { inQuarters, Spoken } from '../../../ui/spoken.tsx'
import classes from './form.module.css'

interface FormFooterProps {
  /** A note about changes by others, in the sticky footer so that it moves no field. */
  notice?: ReactNode
  itemCount: number
  /** Due dates of the items that must come back; null for one without a date. */
  dueDates: readonly (CivilDate | null)[]
  isBusy: boolean
  /** Upload progress in percent; null when no upload is running. */
  progress: number | null
  /** The link that leaves the form. */
  cancel: ReactNode
  /** Beside the button that sends: a menu with other ways to send. */
  another?: ReactNode
  /** What *Salvar* does besides. */
  effect?: string
}

/** A sticky footer with a summary of the form and the submit and cancel buttons. */
export function FormFooter({
  notice,
  itemCount,
  dueDates,
  isBusy,
  progress,
  cancel,
  another,
  effect,
}: FormFooterProps) {
  const effectId = useId()
  const isUploading = isBusy && progress !== null && progress < 100
  return (
    <footer className={classes.footer}>
      <div className={classes.notice} aria-live="polite">
        {notice}
      </div>
      <ErrorSummary />
      <Spoken className={classes.summary}>
        {[counted(itemCount, 'item', 'itens'), returnBy(dueDates), undated(dueDates)].filter(Boolean).join(' · ')}
        {isUploading && ` · enviando ${inQuarters(progress)}%`}
      </Spoken>
      {effect && (
        <p id={effectId} className={classes.sends}>
          {effect}
        </p>
      )}
      <div className={classes.ways}>
        {cancel}
        <div className={classes.submit}>
          <SubmitButton isBusy={isBusy} busyLabel="Salvando..." {...(effect && { 'aria-describedby': effectId })}>
            Salvar
          </SubmitButton>
          {another}
        </div>
      </div>
      {isUploading && (
        <div className={classes.progress}>
          <ProgressBar completed={progress} total={100} label="Envio dos anexos" withCount={false} />
        </div>
      )}
    </footer>
  )
}

function returnBy(dueDates: FormFooterProps['dueDates']): string | undefined {
  const dated = dueDates.filter((date) => date !== null)
  const [first] = dated.sort()
  if (!first) return undefined
  return new Set(dated).size === 1
    ? `devolução até ${formatDate(first)}`
    : `primeira devolução até ${formatDate(first)}`
}

/** Such an item is never late, and nobody is reminded of it. */
function undated(dueDates: FormFooterProps['dueDates']): string | undefined {
  const count = dueDates.filter((date) => date === null).length
  return count > 0 ? counted(count, 'item sem prazo de devolução', 'itens sem prazo de devolução') : undefined
}
