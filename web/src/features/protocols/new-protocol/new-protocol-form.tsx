import { newProtocol } from '@malote/core/protocols/protocol.ts'
import { newProtocolWire } from '@malote/core/protocols/protocol.wire.ts'
import { Button, SimpleGrid, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { useViewer } from '../../../app/session.tsx'
import { errorMessage } from '../../../lib/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { notifyError } from '../../../ui/toasts.ts'
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes-guard.tsx'
import { DepartmentField } from '../form/department-field.tsx'
import { FormFooter } from '../form/form-footer.tsx'
import { ItemCard } from '../form/item-card.tsx'
import { emptyItem, type ProtocolForm, protocolResolver, showFieldErrors } from '../form/protocol-form.ts'
import { RemarksField } from '../form/remarks-field.tsx'
import { ReturnCheckbox } from '../form/return-checkbox.tsx'
import { useDueDate } from '../form/use-due-date.ts'
import { createProtocol } from './create-protocol.api.ts'

const resolver = protocolResolver(newProtocol)

/** Unlike `crypto.randomUUID` this also works where the product is reached without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

export function NewProtocolForm({ onCreated }: { onCreated: (id: number) => void }) {
  const { departmentId } = useViewer()
  const [idempotencyKey] = useState(newKey)
  const [progress, setProgress] = useState<number | null>(null)
  const create = useMutation(createProtocol(useQueryClient()))
  const { control, handleSubmit, setError, setValue, getValues, formState } = useForm<ProtocolForm>({
    resolver,
    defaultValues: {
      remarks: '',
      originDepartmentId: departmentId ? String(departmentId) : null,
      destinationDepartmentId: null,
      requiresReturn: false,
      items: [emptyItem()],
    },
  })
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })

  const submit = handleSubmit(async (form) => {
    setProgress(form.items.some(({ files }) => files.length > 0) ? 0 : null)
    try {
      const { protocol_id } = await create.mutateAsync({ form, idempotencyKey, onProgress: setProgress })
      onCreated(protocol_id)
    } catch (error) {
      showFieldErrors(error, newProtocolWire, setError)
      notifyError(errorMessage(error, 'Erro ao criar protocolo. Tente novamente.'))
    }
  })
  const addItem = () =>
    append(emptyItem(getValues('items').at(-1)), { focusName: `items.${fields.length}.documentNumber` })
  // People of one department cannot answer for what goes to another.
  const clearResponsibles = () => {
    for (const index of fields.keys()) setValue(`items.${index}.responsibleId`, null)
  }

  return (
    <form noValidate onSubmit={submit} aria-busy={create.isPending}>
      <UnsavedChangesGuard isDirty={formState.isDirty && !create.isSuccess} />
      <Stack gap="lg">
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
            <ReturnCheckbox control={control} />
          </Stack>
        </Card>
        <Card
          title="Itens do Protocolo"
          aside={
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={addItem}>
              Adicionar Item
            </Button>
          }
        >
          {fields.length === 0 && <p>Nenhum item adicionado. Clique em "Adicionar Item" para começar.</p>}
          {fields.map((field, index) => (
            <ItemCard
              key={field.id}
              control={control}
              index={index}
              onRemove={index > 0 ? () => remove(index) : undefined}
            />
          ))}
        </Card>
      </Stack>
      <Footer control={control} isBusy={create.isPending || create.isSuccess} progress={progress} />
    </form>
  )
}

interface FooterProps {
  control: ReturnType<typeof useForm<ProtocolForm>>['control']
  isBusy: boolean
  progress: number | null
}

function Footer({ control, isBusy, progress }: FooterProps) {
  const items = useWatch({ control, name: 'items' })
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const dueDateOf = useDueDate()
  const dueDates = requiresReturn ? items.flatMap(({ categoryId }) => dueDateOf(categoryId) ?? []) : []
  return (
    <FormFooter
      itemCount={items.length}
      dueDates={dueDates}
      isBusy={isBusy}
      progress={progress}
      cancel={
        <LinkButton to="/protocolos" variant="default">
          Cancelar
        </LinkButton>
      }
    />
  )
}
