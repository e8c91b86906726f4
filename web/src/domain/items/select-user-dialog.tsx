import { zodResolver } from '@hookform/resolvers/zod'
import { acts } from '@malote/core/acts/act.ts'
import { assignBody, type Item } from '@malote/core/items/item.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { optionsOf, SearchableSelect } from '../../ui/fields/searchable-select.tsx'
import { assignItems } from './bulk/bulk.api.ts'
import { ItemChoices } from './item-list.tsx'
import { candidatesQuery } from './items.api.ts'

/** What the selected user gets: items without a responsible person, or those of somebody else. */
export type Handover = 'assign' | 'transfer'

const words = {
  assign: {
    submitLabel: acts.assign.verb,
    busyLabel: 'Atribuindo...',
    nobody: 'Não há usuários disponíveis neste departamento.',
  },
  transfer: {
    submitLabel: acts.transfer.verb,
    busyLabel: 'Tramitando...',
    nobody: 'Não há outros usuários disponíveis para tramitação neste departamento.',
  },
} as const satisfies Record<Handover, object>

interface SelectUserDialogProps {
  kind: Handover
  isOpen: boolean
  protocolId: number
  title: string
  isBusy: boolean
  /** Why nobody can be chosen any more. */
  refusal?: string | null
  /** A user who is left out of the options: the one currently responsible. */
  excludedId?: number | null
  /** The schema whose message asks for a choice. */
  schema?: z.ZodType<{ userId: number }, { userId: string | number }>
  /** The message when the users could not be loaded. */
  failed?: (error: unknown) => string
  /** Says what the user is selected for. */
  children: ReactNode
  onSubmit: (userId: number) => void
  onClose: () => void
}

const couldNotLoad = 'Erro ao carregar usuários. Por favor, tente novamente.'

/** Selects a user of the destination department. */
export function SelectUserDialog({ kind, protocolId, excludedId = null, children, ...rest }: SelectUserDialogProps) {
  const { nobody, ...labels } = words[kind]
  const { onSubmit, schema = assignBody, failed = () => couldNotLoad, ...dialog } = rest
  const candidates = useQuery({ ...candidatesQuery(protocolId), enabled: dialog.isOpen })
  const { data = [], isPending, isError, error, refetch } = candidates
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { userId: '' as string | number },
  })

  const choices = optionsOf(data.filter(({ id }) => id !== excludedId))
  const isEmpty = !isPending && !isError && choices.length === 0
  return (
    <FormDialog
      {...dialog}
      {...labels}
      isSubmitDisabled={isError || isEmpty}
      onSubmit={handleSubmit(({ userId }) => onSubmit(userId))}
    >
      <div>{children}</div>
      {isError && (
        <Banner tone="danger">
          <p>{failed(error)}</p>
          <Button variant="transparent" size="compact-sm" px={0} onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        </Banner>
      )}
      {isEmpty && <Banner tone="pending">{nobody}</Banner>}
      {!isError && !isEmpty && (
        <Controller
          control={control}
          name="userId"
          render={({ field, fieldState }) => (
            <SearchableSelect
              label="Usuário"
              placeholder="Selecione um usuário"
              loading={isPending && 'Carregando usuários...'}
              data={choices}
              value={String(field.value) || null}
              onChange={(value) => field.onChange(value ?? '')}
              onBlur={field.onBlur}
              ref={field.ref}
              error={fieldState.error?.message}
              // Not disabled while loading: a disabled field cannot take the focus when the dialog opens.
              aria-required
              data-autofocus
              nothingFoundMessage="Nenhum usuário encontrado"
            />
          )}
        />
      )}
    </FormDialog>
  )
}

interface BulkAssignDialogProps {
  isOpen: boolean
  protocolId: number
  /** Items that may be assigned. */
  items: readonly Item[]
  onClose: () => void
}

/** Assigns several items without a responsible person to one user. */
export function BulkAssignDialog({ isOpen, protocolId, items, onClose }: BulkAssignDialogProps) {
  const { mutate, isPending } = useMutation(assignItems(useQueryClient()))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isMissing, setMissing] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const chosen = items.filter(({ id }) => !left.has(id))
  const submit = (userId: number) => {
    if (chosen.length === 0) {
      setMissing(true)
      return group.current?.querySelector('input')?.focus()
    }
    mutate({ itemIds: chosen.map(({ id }) => id), userId }, { onSuccess: onClose })
  }
  return (
    <SelectUserDialog
      kind="assign"
      isOpen={isOpen}
      protocolId={protocolId}
      title="Atribuir em massa"
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ItemChoices
        ref={group}
        label="Itens"
        choices={items.map((item) => ({ item }))}
        chosen={new Set(chosen.map(({ id }) => id))}
        error={isMissing ? 'Selecione pelo menos um item.' : null}
        onChange={(kept) => {
          setLeft(new Set(items.map(({ id }) => id).filter((id) => !kept.includes(id))))
          setMissing(false)
        }}
      />
    </SelectUserDialog>
  )
}
