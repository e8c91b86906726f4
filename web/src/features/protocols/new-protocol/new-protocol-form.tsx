import { newProtocol } from '@malote/core/protocols/protocol.ts'
import { newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { configQuery } from '../../../domain/organisation/config.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { useDraft } from '../../../domain/session/use-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { DraftBanner } from '../../../ui/draft-banner.tsx'
import { sendByKeyboard } from '../../../ui/send-by-keyboard.ts'
import { forgetErrors } from '../../../ui/toasts.ts'
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard.tsx'
import { DepartmentField } from '../form/department-field.tsx'
import { useFocusFirstInvalid } from '../form/focus-first-invalid.ts'
import { lostFiles, type ProtocolDraft, withoutFiles } from '../form/protocol-draft.ts'
import { emptyItem, type ProtocolForm, protocolResolver, showProtocolErrors } from '../form/protocol-form.ts'
import { RemarksField } from '../form/remarks-field.tsx'
import { ReturnCheckbox } from '../form/return-checkbox.tsx'
import { nextSending, type Sending, unsent } from '../form/sending.ts'
import { useDueDate } from '../form/use-due-date.ts'
import { createProtocol } from './create-protocol.api.ts'
import { NewItems } from './new-items.tsx'
import { NewProtocolFooter } from './new-protocol-footer.tsx'

interface NewProtocolDraft extends ProtocolDraft {
  /** Kept in the draft as well, so that a request whose response was lost does not create a second protocol. */
  sending?: Sending
}

/** The form of a new protocol: origin and destination, whether it must come back, and the items. */
export function NewProtocolForm({ onCreated }: { onCreated: (id: number) => void }) {
  const { departmentId } = useViewer()
  const { data: config } = useQuery(configQuery)
  const [lastSending, setLastSending] = useState(unsent)
  const [missing, setMissing] = useState<string | false>(false)
  const dueDateOf = useDueDate()
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useRef<AbortController>(null)
  const create = useMutation({ ...createProtocol(useQueryClient()), onSuccess: (): void => draft.forget() })
  const { control, handleSubmit, setError, setValue, getValues, trigger, formState, reset } = useForm<ProtocolForm>({
    resolver: useMemo(() => protocolResolver(newProtocol, config?.uploadMaxMb), [config]),
    shouldFocusError: false,
    defaultValues: {
      remarks: '',
      originDepartmentId: departmentId ? String(departmentId) : null,
      destinationDepartmentId: null,
      requiresReturn: false,
      items: [emptyItem()],
    },
  })
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, formState.submitCount, create.failureCount)

  const isUnsaved = formState.isDirty && !create.isSuccess
  const draft = useDraft<NewProtocolDraft>({
    name: 'protocol new',
    isDirty: isUnsaved,
    keep: () => ({ ...withoutFiles(getValues()), sending: lastSending }),
    restore: (kept) => {
      reset(kept.form, { keepDefaultValues: true })
      setLastSending(kept.sending ?? unsent())
      setMissing(lostFiles(kept))
    },
  })
  const discard = () => {
    draft.forget()
    reset()
    setLastSending(unsent())
  }

  const submit = handleSubmit((values) => {
    if (create.isPending || create.isSuccess) return
    forgetErrors()
    const sending = nextSending(lastSending, values)
    setLastSending(sending)
    setProgress(values.items.some(({ files }) => files.length > 0) ? 0 : null)
    const { idempotencyKey } = sending
    upload.current = new AbortController()
    create.mutate(
      { form: values, dueDateOf, idempotencyKey, onProgress: setProgress, signal: upload.current.signal },
      { onSuccess: onCreated, onError: (error) => showProtocolErrors(error, newProtocolWire, setError) },
    )
  })
  const giveUp = () => {
    upload.current?.abort()
    draft.forget()
  }
  // Users of the previous department cannot be responsible in the new one.
  const clearResponsibles = () => {
    for (const index of getValues('items').keys()) setValue(`items.${index}.responsibleId`, null)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={sendByKeyboard} aria-busy={create.isPending}>
      <UnsavedChangesGuard isDirty={isUnsaved} onLeave={giveUp} />
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
              <DepartmentField
                control={control}
                name="destinationDepartmentId"
                label="Departamento de Destino"
                onPick={clearResponsibles}
              />
            </SimpleGrid>
            <RemarksField control={control} />
            <ReturnCheckbox control={control} getValues={getValues} />
          </Stack>
        </Card>
        <NewItems control={control} getValues={getValues} trigger={trigger} />
      </Stack>
      <NewProtocolFooter control={control} isBusy={create.isPending || create.isSuccess} progress={progress} />
    </form>
  )
}
