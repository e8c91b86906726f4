import { zodResolver } from '@hookform/resolvers/zod'
import { acts, severalLabel } from '@malote/core/acts/act.ts'
import { dueDateProblem } from '@malote/core/due-dates/due-date-rules.ts'
import { remindBody } from '@malote/core/items/item.ts'
import { absentWords } from '@malote/core/items/item-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { counted, formatDate } from '../../../lib/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { WhoIsToldOfItems } from '../../acts/who-is-told.tsx'
import { newDueDate } from '../../due-dates/new-due-date.ts'
import { LaterDateField } from '../../due-dates/requests/later-date-field.tsx'
import { actOf } from '../item-actions.ts'
import { ItemList } from '../item-list.tsx'
import { itemName } from '../item-name.ts'
import { type Handover, SelectUserDialog } from '../select-user-dialog.tsx'
import { type BulkValues, doToItems } from './bulk.api.ts'
import classes from './bulk.module.css'
import { type BulkAction, splitFor } from './bulk-actions.ts'
import type { BulkItem, BulkOutcome } from './bulk-item.ts'
import type { BulkDialogProps, OpenBulkDialog } from './refusals.tsx'

interface BulkDialogsProps {
  open: OpenBulkDialog
  isOpen: boolean
  viewer: Viewer
  today: CivilDate
  /** Called with the result of each item; some may have been refused. */
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

/** One dialog per action; loaded when the first one opens. */
export default function BulkDialogs({ open, isOpen, viewer, today, onDone, onClose }: BulkDialogsProps) {
  const { action } = open
  const { mutate, isPending } = useMutation(doToItems(useQueryClient(), action))
  // The split of the moment of opening: a live update does not move items out of an open dialog.
  const [{ accepted, absent, refused }] = useState(() => splitFor(action, viewer, open.items, today))
  const [done, setDone] = useState(0)

  const submit = (values: BulkValues) =>
    mutate(
      { ...values, itemIds: accepted.map(({ id }) => id), onProgress: setDone },
      {
        onSuccess: (outcome) => {
          onDone(outcome)
          onClose()
        },
        onError: () => action === 'return' && onClose(),
      },
    )
  const dialog: BulkDialogProps = {
    isOpen,
    isBusy: isPending,
    items: accepted,
    concerned: (
      <ConcernedItems
        accepted={accepted}
        absent={absent}
        refused={refused}
        note={noteFor(action)}
        done={isPending ? done : null}
      />
    ),
    today,
    onSubmit: submit,
    onClose,
  }
  switch (action) {
    case 'return':
    case 'complete':
      return <BulkConfirmDialog verb={action} {...dialog} />
    case 'remind':
      return <BulkRemindDialog {...dialog} />
    case 'dueDate':
      return <BulkDueDateDialog {...dialog} />
    case 'assign':
    case 'transfer':
      return <BulkHandoverDialog kind={action} {...dialog} />
  }
}

const noteFor = (action: BulkAction) => (item: BulkItem) => {
  if (action === 'return') return `para ${item.protocol.originDepartment || 'a origem'}`
  if (action === 'dueDate') return item.returnDate ? `até ${formatDate(item.returnDate)}` : 'sem prazo'
  return item.responsible ? `com ${item.responsible}` : ''
}

const titles = { assign: 'Atribuir em massa', transfer: 'Tramitar itens' } as const satisfies Record<Handover, string>

/** Gives several items to one person of the viewer's department, which is the destination of all of them. */
function BulkHandoverDialog({ kind, items, ...props }: BulkDialogProps & { kind: Handover }) {
  const { isOpen, isBusy, concerned, onSubmit, onClose } = props
  const [first] = items
  const present = new Set(items.map(({ responsibleId }) => responsibleId))
  return (
    <SelectUserDialog
      kind={kind}
      isOpen={isOpen}
      protocolId={first?.protocolId ?? 0}
      title={titles[kind]}
      isBusy={isBusy}
      // The person who already answers for all of them is no choice.
      excludedId={present.size === 1 ? first?.responsibleId : null}
      onSubmit={(userId) => onSubmit({ userId })}
      onClose={onClose}
    >
      {concerned}
    </SelectUserDialog>
  )
}

const messageOnly = remindBody.pick({ message: true })
const longestMessage = 300

/** Asks for several items, with an optional message to those who have them. */
function BulkRemindDialog({ items, concerned, onSubmit, ...dialog }: BulkDialogProps) {
  const { today: _, ...frame } = dialog
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(messageOnly),
    defaultValues: { message: '' },
  })
  return (
    <FormDialog
      {...frame}
      title="Cobrar devolução"
      submitLabel={severalLabel('remind', items.length)}
      busyLabel={acts.remind.busy}
      isDirty={formState.isDirty}
      onSubmit={handleSubmit(({ message }) => onSubmit({ message: message ?? null }))}
    >
      <div>
        <p>Cada pessoa recebe um aviso só. Cada item pode ser cobrado uma vez por dia.</p>
        {concerned}
        <WhoIsToldOfItems act="remind" items={items} />
      </div>
      <Textarea
        label="Mensagem (opcional)"
        maxLength={longestMessage}
        data-autofocus
        error={formState.errors.message?.message}
        {...register('message')}
      />
    </FormDialog>
  )
}

const words = {
  return: {
    title: 'Confirmar Retorno em Massa',
    one: 'O item será marcado como retornado:',
    several: 'Os itens serão marcados como retornados:',
    none: 'Não há o que retornar em massa. Para retornar um item que apareceu, use Marcar como Retornado nele.',
  },
  complete: {
    title: 'Confirmar Conclusão em Massa',
    one: 'O item será marcado como concluído:',
    several: 'Os itens serão marcados como concluídos:',
    none: 'Não há o que concluir em massa. Para concluir um item que apareceu, use Marcar como Concluído nele.',
  },
}

/** Asks before several items are marked as returned, or as completed. */
function BulkConfirmDialog({ verb, items, ...props }: BulkDialogProps & { verb: keyof typeof words }) {
  const { isOpen, isBusy, concerned, onSubmit, onClose } = props
  const { title, one, several, none } = words[verb]
  const isAny = items.length > 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel={severalLabel(actOf[verb], items.length)}
      busyLabel={acts[actOf[verb]].busy}
      isBusy={isBusy}
      refusal={isAny ? null : none}
      onConfirm={() => onSubmit({})}
      onClose={onClose}
    >
      {isAny && <p>{items.length === 1 ? one : several}</p>}
      {concerned}
      {isAny && <p>Esta ação não pode ser desfeita.</p>}
      <WhoIsToldOfItems act={actOf[verb]} items={items} />
    </ConfirmDialog>
  )
}

/** One new due date and one reason for several items (contract 17.3). */
function BulkDueDateDialog({ items, concerned, today, onSubmit, ...dialog }: BulkDialogProps) {
  // Each item's own due date is checked by the server: an item that cannot be moved there is refused alone.
  const schema = useMemo(() => newDueDate(null, today), [today])
  const { control, register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { returnDate: '', reason: '' },
  })
  const date = watch('returnDate')
  const later = date ? items.filter((item) => dueDateProblem(date, item.returnDate, today)).length : 0
  return (
    <FormDialog
      {...dialog}
      title="Prorrogar prazos"
      submitLabel="Salvar prazos"
      isDirty={formState.isDirty}
      onSubmit={handleSubmit(onSubmit)}
    >
      <div>
        {concerned}
        <WhoIsToldOfItems act="dueDate" items={items} />
      </div>
      <Controller
        control={control}
        name="returnDate"
        render={({ field, fieldState }) => (
          <LaterDateField
            {...field}
            label="Nova data de retorno *"
            present={null}
            isPresentSaid
            today={today}
            data-autofocus
            error={fieldState.error?.message}
          />
        )}
      />
      {later > 0 && !formState.errors.returnDate && (
        <p role="status">
          {counted(later, 'item já tem este prazo ou um posterior', 'itens já têm este prazo ou um posterior')}: não{' '}
          {later === 1 ? 'muda' : 'mudam'}.
        </p>
      )}
      <Textarea
        label="Motivo *"
        maxLength={2000}
        aria-required
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}

interface ConcernedItemsProps {
  accepted: readonly BulkItem[]
  absent: readonly BulkItem[]
  refused: readonly { item: BulkItem; message: string }[]
  /** What is said after the name of an item: where it goes, or who has it. */
  note: (item: BulkItem) => string
  /** How many have been sent; null before. */
  done: number | null
}

/** The items of a bulk action, and below them those that stay out, with the reasons. */
function ConcernedItems({ accepted, absent, refused, note, done }: ConcernedItemsProps) {
  return (
    <>
      <ItemList label="Itens" items={accepted} note={note} />
      <ItemList
        label="Itens que ficam de fora"
        items={absent}
        line={(item) => `${itemName(item)} ${item.absent && absentWords[item.absent]}: fica de fora`}
      />
      {refused.length > 0 && (
        <details className={classes.refused}>
          <summary>{counted(refused.length, 'item fica de fora', 'itens ficam de fora')}</summary>
          <ul>
            {refused.map(({ item, message }) => (
              <li key={item.id}>
                {itemName(item)}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {done !== null && done > 0 && (
        <div className="grid gap-4 numbers">
          <span aria-hidden>
            {done} de {accepted.length}
          </span>
          <ProgressBar completed={done} total={accepted.length} label="Itens enviados" withCount={false} isRunning />
        </div>
      )}
    </>
  )
}
