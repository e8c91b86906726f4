import { newProtocol } from '@malote/core/protocols/protocol.ts'
import { newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { configQuery } from '../../../app/config.ts'
import { useViewer } from '../../../app/session.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { DraftBanner } from '../../../ui/draft-banner.tsx'
import { sendByKeyboard } from '../../../ui/send-by-keyboard.ts'
import { forgetErrors, notifyError } from '../../../ui/toasts.ts'
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard.tsx'
import { DepartmentField } from '../form/department-field.tsx'
import { useFocusFirstInvalid } from '../form/focus-first-invalid.ts'
import { lostFiles, type ProtocolDraft, withoutFiles } from '../form/protocol-draft.ts'
import { emptyItem, type ProtocolForm, protocolResolver, showProtocolErrors } from '../form/protocol-form.ts'
import { RemarksField } from '../form/remarks-field.tsx'
import { ReturnCheckbox } from '../form/return-checkbox.tsx'
import { useDueDate } from '../form/use-due-date.ts'
import { createProtocol } from './create-protocol.api.ts'
import { NewItems } from './new-items.tsx'
import { NewProtocolFooter } from './new-protocol-footer.tsx'
import { nextSending, type Sending, unsent } from './sending.ts'

interface NewProtocolDraft extends ProtocolDraft {
  /** Kept, too: what was sent just before, and not answered, is not created a second time. */
  sending?: Sending
}

/** Where a protocol goes, whether it comes back, and what is in it. */
export function NewProtocolForm({ onCreated }: { onCreated: (id: number) => void }) {
  const { departmentId } = useViewer()
  const { data: config } = useQuery(configQuery)
  const [lastSending, setLastSending] = useState(unsent)
  const [missing, setMissing] = useState<string | false>(false)
  const dueDateOf = useDueDate()
  const [progress, setProgress] = useState<number | null>(null)
  const create = useMutation(createProtocol(useQueryClient()))
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
  useFocusFirstInvalid(form, formState.submitCount)

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

  const submit = handleSubmit(async (values) => {
    forgetErrors()
    const sending = nextSending(lastSending, values)
    setLastSending(sending)
    setProgress(values.items.some(({ files }) => files.length > 0) ? 0 : null)
    try {
      const { idempotencyKey } = sending
      const id = await create.mutateAsync({ form: values, dueDateOf, idempotencyKey, onProgress: setProgress })
      draft.forget()
      onCreated(id)
    } catch (error) {
      showProtocolErrors(error, newProtocolWire, setError)
      notifyError(errorMessage(error, 'Erro ao criar protocolo. Tente novamente.'))
    }
  })
  // People of one department cannot answer for what goes to another.
  const clearResponsibles = () => {
    for (const index of getValues('items').keys()) setValue(`items.${index}.responsibleId`, null)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={sendByKeyboard} aria-busy={create.isPending}>
      <UnsavedChangesGuard isDirty={isUnsaved} onLeave={draft.forget} />
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
