import { zodResolver } from '@hookform/resolvers/zod'
import { acts } from '@malote/core/acts/act.ts'
import { type ProtocolRow, redirectBody } from '@malote/core/protocols/protocol.ts'
import { redirectBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import { Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { Controller, useForm } from 'react-hook-form'
import { errorMessage } from '../../../lib/api-error.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { optionsOf, SearchableSelect } from '../../../ui/fields/searchable-select.tsx'
import { departmentsQuery } from '../../catalogs/catalogs.api.ts'
import { protocolRedirectionFailed, redirectProtocol } from './protocol-actions.api.ts'

interface RedirectDialogProps {
  isOpen: boolean
  protocol: ProtocolRow
  refusal: string | null
  onClose: () => void
}

/** *Redirecionar*: sends the same to another department; the new protocol opens (contract 20.5). */
export function RedirectDialog({ isOpen, protocol, refusal, onClose }: RedirectDialogProps) {
  const { id, destinationDepartment, destinationDepartmentId } = protocol
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation(redirectProtocol(useQueryClient()))
  const departments = useQuery(departmentsQuery)
  const others = departments.data?.filter((department) => department.id !== destinationDepartmentId) ?? []
  const { control, register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(redirectBody),
    defaultValues: { destinationDepartmentId: '', reason: '' },
  })

  const submit = handleSubmit((values) =>
    mutate(
      { id, ...values },
      {
        onSuccess: (newId) => {
          // At once: what is open and not saved keeps everybody on the page.
          flushSync(onClose)
          void navigate({ to: '/protocolos/$id', params: { id: String(newId) } })
        },
        onError: (failure) => {
          showFieldErrors(failure, redirectBodyWire, setError)
          showInPlace()
        },
      },
    ),
  )
  const isAboutFields = Object.keys(formState.errors).length > 0
  return (
    <FormDialog
      isOpen={isOpen}
      title="Redirecionar protocolo"
      submitLabel={acts.redirect.verb}
      busyLabel={acts.redirect.busy}
      cancelLabel="Voltar"
      isBusy={isPending}
      isDirty={formState.isDirty}
      refusal={refusal}
      error={error && !isAboutFields ? errorMessage(error, protocolRedirectionFailed) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        O envio a {destinationDepartment || 'este destino'} é cancelado, e os mesmos itens, com os seus arquivos, seguem
        em um novo protocolo.
      </p>
      <Controller
        control={control}
        name="destinationDepartmentId"
        render={({ field, fieldState }) => (
          <SearchableSelect
            label="Novo departamento de destino"
            required
            data-autofocus
            placeholder="Selecione"
            nothingFoundMessage="Nenhum departamento encontrado"
            data={optionsOf(others)}
            loading={departments.isPending && 'Carregando...'}
            {...field}
            value={field.value ? String(field.value) : null}
            onChange={(value) => field.onChange(value ?? '')}
            error={fieldState.error?.message ?? (departments.isError && 'Erro ao carregar departamentos.')}
          />
        )}
      />
      <Textarea
        label="Motivo do redirecionamento *"
        aria-required
        maxLength={2000}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
