import { zodResolver } from '@hookform/resolvers/zod'
import { acts, severalLabel } from '@malote/core/acts/act.ts'
import type { Item } from '@malote/core/items/item.ts'
import { canForwardTo, isHolder } from '@malote/core/items/item-rules.ts'
import { forwardBody, type ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { forwardBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import { Skeleton, Textarea } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, useForm } from 'react-hook-form'
import { errorMessage } from '../../../lib/api-error.ts'
import { hasFieldErrors, showFieldErrors } from '../../../lib/form-errors.ts'
import { counted, formatDate } from '../../../lib/format.ts'
import { sendingOf, unsent } from '../../../lib/idempotency.ts'
import { showInPlace } from '../../../lib/telling.ts'
import { Banner } from '../../../ui/banner.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { optionsOf, SearchableSelect } from '../../../ui/fields/searchable-select.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { departmentsQuery } from '../../catalogs/catalogs.api.ts'
import { useDueDate } from '../../due-dates/use-due-date.ts'
import { useToday } from '../../organisation/config.ts'
import { protocolQuery } from '../../protocols/protocols.api.ts'
import { useViewer } from '../../session/session.tsx'
import { doToItems } from '../bulk/bulk.api.ts'
import { ItemChoices } from '../item-list.tsx'
import { itemName } from '../item-name.ts'
import {
  type ForwardChoice,
  forwardChoices,
  forwardItems,
  forwardingFailed,
  type NextDueDate,
  nextDueDate,
  overtaken,
  returnable,
  returnOneByOne,
} from './forward.api.ts'

interface ForwardDialogProps {
  isOpen: boolean
  protocolId: number
  /** The items that are ticked first; all that may go if absent. */
  itemIds?: readonly number[]
  onClose: () => void
}

const title = 'Encaminhar itens'

/** Passes pending items on to the next department, in a new protocol (contract 20.30). */
export function ForwardDialog({ protocolId, ...dialog }: ForwardDialogProps) {
  const query = useQuery({ ...protocolQuery(protocolId), enabled: dialog.isOpen })
  if (query.data) return <ForwardForm protocol={query.data} {...dialog} />
  return (
    <DialogFrame isOpen={dialog.isOpen} title={title} onClose={dialog.onClose}>
      <QueryStates query={query} failed="Erro ao carregar itens. Tente novamente." loading={<Loading />}>
        {() => null}
      </QueryStates>
    </DialogFrame>
  )
}

type ForwardFormProps = Omit<ForwardDialogProps, 'protocolId'> & { protocol: ProtocolDetail }

function ForwardForm({ isOpen, protocol, itemIds, onClose }: ForwardFormProps) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const today = useToday()
  const { mutate, isPending, error, reset } = useMutation(forwardItems(useQueryClient()))
  const departments = useQuery(departmentsQuery)
  const choices = forwardChoices(viewer, protocol, today)
  const free = choices.filter(({ refusal }) => refusal === null).map(({ item }) => item)
  // Ticks outlive changes of the protocol; items that others passed on meanwhile drop out, and the dialog says so.
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(itemIds ?? free.map(({ id }) => id)))
  const [isMissing, setMissing] = useState(false)
  const [sending, setSending] = useState(unsent)
  const chosen = free.filter(({ id }) => ticked.has(id))
  const { control, register, handleSubmit, formState, setError, watch } = useForm({
    resolver: zodResolver(forwardBody.omit({ itemIds: true })),
    defaultValues: { destinationDepartmentId: '' as string | number, remarks: '' },
  })
  const destination = Number(watch('destinationDepartmentId'))
  const verdict = destination ? canForwardTo(protocol, destination, 1) : null
  const isBack = verdict?.allowed === false

  const submit = handleSubmit((values) => {
    if (chosen.length === 0) {
      setMissing(true)
      // The items may be out of sight, above the fields.
      return items.current?.querySelector<HTMLElement>('input:not([aria-disabled])')?.focus()
    }
    const body = { ...values, itemIds: chosen.map(({ id }) => id) }
    const next = sendingOf(sending, JSON.stringify(body))
    setSending(next)
    const department = departments.data?.find(({ id }) => id === body.destinationDepartmentId)?.name ?? 'o destino'
    mutate(
      { ...body, protocolId: protocol.id, department, idempotencyKey: next.idempotencyKey },
      {
        onSuccess: (id) => {
          // At once: what is open and not saved keeps everybody on the page.
          flushSync(onClose)
          void navigate({ to: '/protocolos/$id', params: { id: String(id) } })
        },
        onError: (failure) => {
          showFieldErrors(failure, forwardBodyWire, setError)
          showInPlace()
        },
      },
    )
  })
  const items = useRef<HTMLDivElement>(null)
  const gone = overtaken(viewer, protocol, ticked, today)
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel={severalLabel('forward', chosen.length)}
      busyLabel={acts.forward.busy}
      isBusy={isPending}
      isDirty={formState.isDirty}
      isSubmitDisabled={isBack || free.length === 0}
      error={error && !hasFieldErrors(error) ? errorMessage(error, forwardingFailed) : null}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      {/* The other way out tells of its items itself. */}
      {!isBack && gone.length > 0 && (
        <Banner tone="pending">
          {gone.map(({ item, refusal }) => (
            <p key={item.id}>
              {itemName(item)} fica de fora. {refusal}.
            </p>
          ))}
        </Banner>
      )}
      <ForwardItems
        ref={items}
        protocol={protocol}
        choices={choices}
        chosen={new Set(chosen.map(({ id }) => id))}
        error={isMissing && chosen.length === 0 ? noItem : null}
        onChange={(ids) => {
          setTicked(new Set(ids))
          reset()
        }}
      />
      <Controller
        control={control}
        name="destinationDepartmentId"
        render={({ field, fieldState }) => (
          <SearchableSelect
            label="Próximo departamento"
            placeholder="Selecione"
            required
            data={optionsOf((departments.data ?? []).filter(({ id }) => !isHolder(protocol, id)))}
            loading={departments.isPending && 'Carregando...'}
            nothingFoundMessage="Nenhum departamento encontrado"
            value={String(field.value) || null}
            onChange={(value) => field.onChange(value ? Number(value) : '')}
            onBlur={field.onBlur}
            ref={field.ref}
            error={departments.isError ? 'Erro ao carregar departamentos.' : fieldState.error?.message}
            data-autofocus
          />
        )}
      />
      {isBack && <GiveBack sentence={verdict.message} protocol={protocol} items={chosen} onDone={onClose} />}
      <Textarea
        label="Observações"
        description="O próximo departamento lê aqui por que os itens seguem para ele."
        required
        maxLength={5000}
        autosize
        minRows={2}
        error={formState.errors.remarks?.message}
        {...register('remarks')}
      />
    </FormDialog>
  )
}

interface ForwardItemsProps {
  protocol: ProtocolDetail
  choices: readonly ForwardChoice[]
  chosen: ReadonlySet<number>
  error: string | null
  onChange: (itemIds: number[]) => void
  ref: Ref<HTMLDivElement>
}

/** The pending items of a protocol with the due date that each will have; those that must stay say why. */
function ForwardItems({ protocol, choices, ...list }: ForwardItemsProps) {
  const dueDateOf = useDueDate()
  const dueOf = ({ item }: ForwardChoice) =>
    nextDueDate(item, protocol, dueDateOf(item.categoryId === null ? null : String(item.categoryId)) ?? undefined)
  const described = choices.map((choice) => ({
    ...choice,
    description: protocol.requiresReturn ? dueSentence(dueOf(choice), protocol.originDepartment) : undefined,
  }))
  return (
    <ItemChoices label="Itens que seguem" choices={described} empty="Nenhum item pendente neste protocolo." {...list} />
  )
}

function dueSentence(due: NextDueDate, origin: string) {
  if (!due) return 'Sem prazo de devolução'
  const day = formatDate(due.date)
  return due.isLimit ? `Volta até ${day}, quando deve estar de novo em ${origin}` : `Volta até ${day}`
}

const noItem = 'Selecione pelo menos um item para encaminhar.'

const Loading = () => (
  <div aria-busy>
    <Skeleton height={132} mb={20} />
    <Skeleton height={60} mb={20} />
    <Skeleton height={92} />
  </div>
)

interface GiveBackProps {
  /** Why the items are not passed on to the chosen department. */
  sentence: string
  protocol: ProtocolDetail
  items: readonly Item[]
  onDone: () => void
}

/** What to do where somebody chose the origin: return the chosen items instead. */
function GiveBack({ sentence, protocol, items, onDone }: GiveBackProps) {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const oneByOne = useMutation(returnOneByOne(queryClient))
  const atOnce = useMutation(doToItems(queryClient, 'return'))
  const { itemIds, isOneAct } = returnable(viewer, protocol, items)
  const isBusy = oneByOne.isPending || atOnce.isPending

  const giveBack = () => {
    if (isOneAct) atOnce.mutate({ itemIds }, { onSuccess: onDone })
    else oneByOne.mutate(itemIds, { onSuccess: onDone })
  }
  return (
    <Banner tone="pending">
      <p>{sentence}</p>
      {itemIds.length > 0 && (
        <>
          <p>
            {counted(itemIds.length, 'item volta', 'itens voltam')} para {protocol.originDepartment}. Esta ação não pode
            ser desfeita.
          </p>
          <BusyButton
            mt={8}
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            isBusy={isBusy}
            onClick={giveBack}
          >
            {isBusy ? 'Retornando...' : acts.returnItem.name}
          </BusyButton>
        </>
      )}
    </Banner>
  )
}
