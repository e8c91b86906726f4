import { itemStatus } from '@malote/core/items/item-status.ts'
import { type ProtocolDetail, protocolEdit, sentProtocolEdit } from '@malote/core/protocols/protocol.ts'
import { protocolEditWire, sentProtocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { z } from 'zod'
import { configQuery } from '../../../domain/organisation/config.ts'
import { refreshCustody } from '../../../domain/protocols/protocols.api.ts'
import { useDraft } from '../../../domain/session/use-draft.ts'
import { api } from '../../../lib/api.ts'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { unsent } from '../../../lib/idempotency.ts'
import { showInPlace, telling } from '../../../lib/telling.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { UnsavedChangesGuard } from '../../../ui/dialog/unsaved-changes-guard.tsx'
import { DraftBanner } from '../../../ui/draft-banner.tsx'
import { useFocusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { onceChosen } from '../../../ui/fields/once-chosen.ts'
import { LinkButton } from '../../../ui/links.tsx'
import { forgetErrors } from '../../../ui/toasts.ts'
import { DepartmentField } from '../form/choice-fields.tsx'
import { onEnter } from '../form/enter-key.ts'
import { FormFooter } from '../form/form-footer.tsx'
import { ItemFormCard } from '../form/item-form-card.tsx'
import {
  lostFiles,
  nextSending,
  type ProtocolDraft,
  type ProtocolForm,
  protocolFormOf,
  protocolResolver,
  restoredForm,
  showProtocolErrors,
  toFormData,
  typedInto,
  valuesOf,
  withoutFiles,
} from '../form/protocol-form.ts'
import { RemarksField } from '../form/text-fields.tsx'
import { fewItems, useFolding } from '../form/use-folding.ts'

interface EditDraft extends ProtocolDraft {
  version: number
}

interface EditProtocolFormProps {
  protocol: ProtocolDetail
  /** Another user has saved meanwhile. */
  isOutdated: boolean
  onSaved: () => void
  /** Loads the version that another user saved; calls `giveUp`, which discards the input, once it is loaded. */
  onReload: (giveUp: () => void) => void
}

/** Edits the remarks and the editable fields of the existing items. */
export function EditProtocolForm({ protocol, isOutdated, onSaved, onReload }: EditProtocolFormProps) {
  const [progress, setProgress] = useState<number | null>(null)
  const { data: config } = useQuery(configQuery)
  const upload = useRef<AbortController>(null)
  const [lastSending, setLastSending] = useState(unsent)
  const edit = useMutation({ ...editProtocol(useQueryClient()), onSuccess: (): void => draft.forget() })
  // The version on which the input is based, so that the server detects an edit in between.
  const [version, setVersion] = useState(protocol.version)
  const [missing, setMissing] = useState<string | false>(false)
  const { control, handleSubmit, setError, getValues, trigger, formState, reset } = useForm<ProtocolForm>({
    resolver: useMemo(() => protocolResolver(() => protocolEdit, config?.uploadMaxMb), [config]),
    shouldFocusError: false,
    defaultValues: protocolFormOf(protocol),
  })
  const { fields } = useFieldArray({ control, name: 'items' })
  const { isFolded, fold } = useFolding(fields, () => fields.length > fewItems)
  const element = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(element, formState.submitCount, edit.failureCount)
  const isRefused = isEditedMeanwhile(edit.error)

  const isUnsaved = formState.isDirty && !edit.isSuccess
  const draft = useDraft<EditDraft>({
    name: `protocol ${protocol.id}`,
    isDirty: isUnsaved,
    keep: () => ({ ...withoutFiles(getValues()), version }),
    restore: (kept) => {
      reset(typedInto(protocolFormOf(protocol), restoredForm(kept)), { keepDefaultValues: true })
      setVersion(kept.version)
      setMissing(lostFiles(kept))
    },
  })
  const discard = () => {
    draft.forget()
    reset()
    edit.reset()
    setVersion(protocol.version)
  }

  const isComplete = (index: number) => trigger(`items.${index}`)

  const send = handleSubmit((form) => {
    if (edit.isPending || edit.isSuccess) return
    forgetErrors()
    setProgress(form.items.some(({ files }) => files.length > 0) ? 0 : null)
    upload.current = new AbortController()
    const sending = nextSending(lastSending, form)
    setLastSending(sending)
    const { idempotencyKey } = sending
    edit.mutate(
      { id: protocol.id, version, form, idempotencyKey, onProgress: setProgress, signal: upload.current.signal },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (isEditedMeanwhile(error))
            showInPlace() // the banner shows the error and a way to reload
          else showProtocolErrors(error, protocolEditWire, setError)
        },
      },
    )
  })
  const submit = onceChosen(element, send)
  const giveUp = () => {
    upload.current?.abort()
    draft.forget()
  }

  const reload = () => {
    forgetErrors()
    onReload(discard)
  }

  return (
    <form ref={element} noValidate onSubmit={submit} onKeyDown={onEnter} aria-busy={edit.isPending}>
      <UnsavedChangesGuard isDirty={isUnsaved} onLeave={giveUp} />
      <Stack gap="lg">
        {draft.isRestored && !edit.isPending && <DraftBanner missing={missing} onDiscard={discard} />}
        {isRefused && <OutdatedBanner message={errorMessage(edit.error, '')} onReload={reload} />}
        <Card title="Informações Básicas">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <DepartmentField control={control} name="originDepartmentId" label="Departamento de Origem" isDisabled />
              <DepartmentField
                control={control}
                name="destinationDepartmentId"
                label="Departamento de Destino"
                isDisabled
              />
            </SimpleGrid>
            <RemarksField control={control} />
          </Stack>
        </Card>
        <Card title="Itens do Protocolo">
          {fields.map((field, index) => (
            <ItemFormCard
              key={field.id}
              control={control}
              index={index}
              item={field}
              isComplete={isComplete}
              isFolded={isFolded(field.id)}
              onFold={fold}
            />
          ))}
        </Card>
      </Stack>
      <FormFooter
        notice={isOutdated && !isRefused && edit.isIdle && <OutdatedNote onReload={reload} />}
        itemCount={fields.length}
        dueDates={
          protocol.requiresReturn
            ? protocol.items.filter(({ status }) => status === itemStatus.pending).map(({ returnDate }) => returnDate)
            : []
        }
        isBusy={edit.isPending || edit.isSuccess}
        progress={progress}
        cancel={
          <LinkButton to="/protocolos/$id" params={{ id: String(protocol.id) }} replace variant="default">
            Cancelar
          </LinkButton>
        }
      />
    </form>
  )
}

const isEditedMeanwhile = (error: unknown) => error instanceof ApiError && error.code === 'EDITED_MEANWHILE'

/** Says that another user has saved during the edit. It does not interrupt: the input stays until the user reloads. */
function OutdatedNote({ onReload }: { onReload: () => void }) {
  return (
    <Group gap="xs" justify="space-between">
      <p>Este protocolo foi alterado por outra pessoa. O que você digitou aqui não poderá ser salvo.</p>
      <Button variant="default" size="compact-md" onClick={onReload}>
        Ver a nova versão
      </Button>
    </Group>
  )
}

/**
 * Says that another user saved first. It takes the focus to scroll into view, because the submit button is at the end
 * of the form.
 */
function OutdatedBanner({ message, onReload }: { message: string; onReload: () => void }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <div ref={banner} tabIndex={-1}>
      <Banner tone="danger">
        <Group gap="xs" justify="space-between">
          <p>{message} O que você digitou aqui não será mantido.</p>
          <Button variant="default" size="compact-md" onClick={onReload}>
            Ver a nova versão
          </Button>
        </Group>
      </Banner>
    </div>
  )
}

interface Edit {
  id: number
  /** The loaded version; the server refuses the edit if it is no longer the current one. */
  version: number
  form: ProtocolForm
  /** Stays the same for retries with the same content. */
  idempotencyKey: string
  onProgress: (percent: number) => void
  /** Aborts the upload when the user leaves the form. */
  signal: AbortSignal
}

const editProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, version, form, idempotencyKey, onProgress, signal }: Edit) => {
        const wire = z.encode(sentProtocolEditWire, sentProtocolEdit.parse({ ...valuesOf(form), version }))
        const hasFiles = form.items.some(({ files }) => files.length > 0)
        const path = `/api/protocols/${id}`
        const headers = { 'Idempotency-Key': idempotencyKey }
        if (!hasFiles) return api.put(path, wire, { headers, signal })
        return api.upload(path, toFormData(wire, form.items), { method: 'PUT', headers, onProgress, signal })
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { failure: 'Erro ao atualizar protocolo. Tente novamente.' },
  )
