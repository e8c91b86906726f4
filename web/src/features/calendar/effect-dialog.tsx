import type { CalendarChange, CalendarEffect } from '@malote/core/calendar/calendar-change.ts'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyChange, effectQuery } from '../../domain/calendar/calendar.api.ts'
import { counted, formatDate, formatNumber } from '../../lib/format.ts'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { forgetErrors } from '../../ui/toasts.ts'
import classes from './calendar.module.css'

interface EffectDialogProps {
  change: CalendarChange
  onClose: () => void
}

const title = 'Prazos em aberto'

/**
 * Shown after a change of the calendar, or for what was left of earlier ones: which open due dates it moves. The Admin moves them or keeps them as promised.
 */
export default function EffectDialog({ change, onClose }: EffectDialogProps) {
  const { data, isError, refetch } = useQuery({ ...effectQuery(change), refetchOnReconnect: false })
  const [isShortening, setShortening] = useState(false)
  const [moved, setMoved] = useState(0)
  const { mutate, isPending } = useMutation(applyChange(useQueryClient(), setMoved))
  const { later = 0, earlier = 0, sample = [] } = data ?? {}
  const total = later + (isShortening ? earlier : 0)

  const apply = () => {
    forgetErrors()
    setMoved(0)
    mutate({ ...change, shorten: isShortening }, { onSuccess: onClose })
  }
  if (isError && !data) {
    return (
      <DialogFrame isOpen title={title} onClose={onClose}>
        <ErrorState title="Erro ao calcular os prazos que mudam. Tente novamente." onRetry={refetch}>
          <Button variant="subtle" onClick={onClose}>
            Deixar como estão
          </Button>
        </ErrorState>
      </DialogFrame>
    )
  }
  return (
    <FormDialog
      isOpen={later + earlier > 0}
      title={title}
      submitLabel="Recalcular prazos"
      busyLabel="Recalculando..."
      cancelLabel="Deixar como estão"
      size="lg"
      isBusy={isPending}
      isSubmitDisabled={total === 0}
      onSubmit={apply}
      onClose={onClose}
    >
      <div>
        <p>
          {whatHappened(change)} {howMany(later + earlier)}
        </p>
        <ul className={classes.sample}>
          {sample.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items of a protocol may have identical values
            <Moved key={index} {...one} />
          ))}
        </ul>
        {later + earlier > sample.length && (
          <p className="mb-12">e mais {formatNumber(later + earlier - sample.length)}.</p>
        )}
        <p className="soft">
          Ao recalcular, o histórico de cada item registra a mudança e quem responde por ele é avisado. Um prazo
          prorrogado manualmente só muda se a contagem passar dele.
        </p>
      </div>
      {earlier > 0 && (
        <Checkbox
          label={`Encurtar também ${counted(earlier, 'prazo que terminaria antes', 'prazos que terminariam antes')}`}
          description="Sem marcar, um prazo já prometido não fica mais curto."
          checked={isShortening}
          disabled={isPending}
          onChange={(event) => setShortening(event.currentTarget.checked)}
        />
      )}
      {isPending && <ProgressBar completed={moved} total={total} label="Prazos recalculados" isRunning />}
    </FormDialog>
  )
}

function Moved({ protocol, item, from, to }: CalendarEffect['sample'][number]) {
  return (
    <li className={classes.moved}>
      <span>
        Protocolo #{protocol} · {item}
      </span>
      <span className={classes.path}>
        de {formatDate(from)} para <strong>{formatDate(to)}</strong>
      </span>
    </li>
  )
}

function whatHappened({ added, removed }: CalendarChange) {
  if (!added && !removed) return 'O calendário mudou, e estes prazos ficaram como estavam.'
  if (added && removed) return `O feriado passou de ${formatDate(removed)} para ${formatDate(added)}.`
  if (added) return `${formatDate(added)} passou a ser feriado.`
  return `${formatDate(removed)} deixou de ser feriado.`
}

const howMany = (count: number) =>
  count === 1 ? 'Com isso, 1 prazo em aberto mudaria:' : `Com isso, ${formatNumber(count)} prazos em aberto mudariam:`
