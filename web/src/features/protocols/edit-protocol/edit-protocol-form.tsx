import { type ProtocolDetail, protocolEdit } from '@malote/core/protocols/protocol.ts'
import { protocolEditWire } from '@malote/core/protocols/protocol.wire.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { notifyError } from '../../../ui/toasts.ts'
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard.tsx'
import { DepartmentField } from '../form/department-field.tsx'
import { FormFooter } from '../form/form-footer.tsx'
import { ItemCard } from '../form/item-card.tsx'
import { formOf, type ProtocolForm, protocolResolver, showFieldErrors } from '../form/protocol-form.ts'
import { RemarksField } from '../form/remarks-field.tsx'
import { editProtocol } from './edit-protocol.api.ts'

const resolver = protocolResolver(protocolEdit)

interface EditProtocolFormProps {
  protocol: ProtocolDetail
  onSaved: () => void
  /** Loads what somebody else saved in between; what was typed here is given up. */
  onReload: () => void
}

export function EditProtocolForm({ protocol, onSaved, onReload }: EditProtocolFormProps) {
  const [progress, setProgress] = useState<number | null>(null)
  const edit = useMutation(editProtocol(useQueryClient()))
  const { control, handleSubmit, setError, formState } = useForm<ProtocolForm>({
    resolver,
    defaultValues: formOf(protocol),
  })
  const { fields } = useFieldArray({ control, name: 'items' })
  const isOutdated = edit.error instanceof ApiError && edit.error.code === 'EDITED_MEANWHILE'

  const submit = handleSubmit(async (form) => {
    setProgress(form.items.some(({ files }) => files.length > 0) ? 0 : null)
    try {
      const { id, version } = protocol
      await edit.mutateAsync({ id, version, form, onProgress: setProgress })
      onSaved()
    } catch (error) {
      showFieldErrors(error, protocolEditWire, setError)
      notifyError(errorMessage(error, 'Erro ao atualizar protocolo. Tente novamente.'))
    }
  })

  return (
    <form noValidate onSubmit={submit} aria-busy={edit.isPending}>
      <UnsavedChangesGuard isDirty={formState.isDirty && !edit.isSuccess} />
      <Stack gap="lg">
        {isOutdated && (
          <Banner tone="danger">
            {errorMessage(edit.error, '')}{' '}
            <button type="button" onClick={onReload}>
              Ver a nova versão
            </button>
          </Banner>
        )}
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
            <ItemCard key={field.id} control={control} index={index} isExisting />
          ))}
        </Card>
      </Stack>
      <FormFooter
        itemCount={fields.length}
        dueDates={protocol.items.flatMap(({ returnDate }) => returnDate ?? [])}
        isBusy={edit.isPending || edit.isSuccess}
        progress={progress}
        cancel={
          <LinkButton to="/protocolos/$id" params={{ id: String(protocol.id) }} variant="default">
            Cancelar
          </LinkButton>
        }
      />
    </form>
  )
}
