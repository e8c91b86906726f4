import { newProtocol, newProtocols, type SentProtocols } from '@malote/core/protocols/protocol.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { useDueDate } from '../../../domain/due-dates/use-due-date.ts'
import { configQuery } from '../../../domain/organisation/config.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { useDraft } from '../../../domain/session/use-draft.ts'
import { counted } from '../../../lib/format.ts'
import { type Sending, unsent } from '../../../lib/idempotency.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Address, UnsavedChangesGuard } from '../../../ui/dialog/unsaved-changes-guard.tsx'
import { DraftBanner } from '../../../ui/draft-banner.tsx'
import { useFocusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { onceChosen } from '../../../ui/fields/once-chosen.ts'
import { forgetErrors } from '../../../ui/toasts.ts'
import { DepartmentField } from '../form/choice-fields.tsx'
import { onEnter } from '../form/enter-key.ts'
import {
  lostFiles,
  nextSending,
  type ProtocolDraft,
  type ProtocolForm,
  protocolResolver,
  restoredForm,
  showProtocolErrors,
  withoutFiles,
} from '../form/protocol-form.ts'
import { RemarksField, ReturnCheckbox } from '../form/text-fields.tsx'
import { createProtocol, creationWire } from './create-protocol.api.ts'
import { DestinationField } from './destination-field.tsx'
import { NewItems } from './new-items.tsx'
import classes from './new-protocol.module.css'
import { NewProtocolFooter } from './new-protocol-footer.tsx'
import { useClearedResponsibles } from './use-new-items.ts'

interface NewProtocolDraft extends ProtocolDraft {
  /** Kept in the draft as well, so that a request whose response was lost does not create a second protocol. */
  sending?: Sending
}

interface NewProtocolFormProps {
  /** The first values of the form. */
  initial: ProtocolForm
  /** Name of the draft that is kept when the session ends. */
  draftName: string
  /** Focuses the first item instead of the first department to choose. */
  startsAtItems?: boolean
  /** Something else on the page is not sent yet: saving does not lead away from it, and leaving asks. */
  staysHere?: boolean
  /** @param isAnother the user wants to create another one, instead of opening this one */
  onCreated: (sent: SentProtocols, form: ProtocolForm, isAnother: boolean) => void
}

const schemaOf = (form: ProtocolForm) => (form.destinationDepartmentIds ? newProtocols : newProtocol)

/** The form of a new protocol: origin and destination, whether it must come back, and the items. */
export function NewProtocolForm({ initial, draftName, onCreated, ...place }: NewProtocolFormProps) {
  const { startsAtItems = false, staysHere = false } = place
  const { departmentId } = useViewer()
  const { data: config } = useQuery(configQuery)
  const [lastSending, setLastSending] = useState(unsent)
  const [missing, setMissing] = useState<string | false>(false)
  const dueDateOf = useDueDate()
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useRef<AbortController>(null)
  const create = useMutation({ ...createProtocol(useQueryClient()), onSuccess: (): void => draft.forget() })
  const fields = useForm<ProtocolForm>({
    resolver: useMemo(() => protocolResolver(schemaOf, config?.uploadMaxMb), [config]),
    shouldFocusError: false,
    defaultValues: initial,
  })
  const { control, handleSubmit, setError, getValues, formState, reset } = fields
  const cleared = useClearedResponsibles(fields)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, formState.submitCount, create.failureCount)
  useFirstFocus(form, startsAtItems)

  const isUnsaved = formState.isDirty && !create.isSuccess
  const draft = useDraft<NewProtocolDraft>({
    name: draftName,
    isDirty: isUnsaved,
    keep: () => ({ ...withoutFiles(getValues()), sending: lastSending }),
    restore: (kept) => {
      reset(restoredForm(kept), { keepDefaultValues: true })
      setLastSending(kept.sending ?? unsent())
      setMissing(lostFiles(kept))
    },
  })
  const discard = () => {
    draft.forget()
    cleared.forget()
    reset()
    setLastSending(unsent())
  }

  const submit = (isAsked: boolean) => onceChosen(form, send(isAsked))
  const send = (isAsked: boolean) =>
    handleSubmit((values) => {
      if (create.isPending || create.isSuccess) return
      const isAnother = isAsked || staysHere
      forgetErrors()
      const sending = nextSending(lastSending, values)
      setLastSending(sending)
      setProgress(values.items.some(({ files }) => files.length > 0) ? 0 : null)
      const { idempotencyKey } = sending
      upload.current = new AbortController()
      const { signal } = upload.current
      create.mutate(
        { form: values, dueDateOf, idempotencyKey, isAnother, onProgress: setProgress, signal },
        {
          onSuccess: (sent) => onCreated(sent, values, isAnother),
          onError: (error) => showProtocolErrors(error, creationWire(values), setError),
        },
      )
    })
  const giveUp = () => {
    upload.current?.abort()
    draft.forget()
  }
  const undoClearing = () => {
    cleared.undo()
    form.current?.querySelector<HTMLElement>('input[name="destinationDepartmentId"]')?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit(false)}
      onKeyDown={(event) => onEnter(event, submit(true))}
      aria-busy={create.isPending}
    >
      <UnsavedChangesGuard isDirty={isUnsaved || staysHere} onLeave={giveUp} isLostBetween={startsAnew} />
      <Stack gap="lg">
        {draft.isRestored && <DraftBanner missing={missing} onDiscard={discard} />}
        <Card title="Informações Básicas">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <DepartmentField
                control={control}
                name="originDepartmentId"
                label="Departamento de Origem"
                isDisabled={departmentId !== null}
              />
              <DestinationField control={control} onChange={cleared.clear} />
            </SimpleGrid>
            <ClearedNote control={control} count={cleared.count} onUndo={undoClearing} />
            <ReturnCheckbox control={control} getValues={getValues} />
          </Stack>
        </Card>
        <NewItems form={fields} onMoved={cleared.forget} />
        <Card>
          <RemarksField control={control} />
        </Card>
      </Stack>
      <NewProtocolFooter
        control={control}
        isBusy={create.isPending || create.isSuccess}
        progress={progress}
        onSaveAnother={submit(true)}
      />
    </form>
  )
}

/** Another page, or the form filled from another protocol. */
const startsAnew = (current: Address, next: Address) => {
  const from = ({ search }: Address) => (search as { from?: unknown }).from
  return current.pathname !== next.pathname || from(current) !== from(next)
}

/** The first choice of a new form has the focus. Not on touch screens, where the keyboard would cover the form. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, startsAtItems: boolean) {
  useEffect(() => {
    if (!matchMedia('(hover: hover)').matches && !startsAtItems) return
    const first = startsAtItems
      ? 'input[name="items.0.itemTypeId"]'
      : 'input[name="originDepartmentId"]:enabled, input[name="destinationDepartmentId"]'
    form.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: !startsAtItems })
  }, [form, startsAtItems])
}

interface ClearedNoteProps {
  control: Control<ProtocolForm>
  /** How many responsible people were removed. */
  count: number
  onUndo: () => void
}

/** Says that a change of the destination removed the responsible people, and takes it back. */
function ClearedNote({ control, count, onUndo }: ClearedNoteProps) {
  const isToMany = useWatch({ control, name: 'destinationDepartmentIds' }) !== null
  return (
    <div role="status" className={classes.cleared}>
      {count > 0 && !isToMany && (
        <Banner tone="progress" isInSpoken>
          <Group gap="xs" justify="space-between">
            <p>
              {counted(count, 'responsável foi retirado', 'responsáveis foram retirados')}, porque o departamento de
              destino mudou.
            </p>
            <Button variant="default" size="compact-md" onClick={onUndo}>
              Desfazer
            </Button>
          </Group>
        </Banner>
      )}
    </div>
  )
}
