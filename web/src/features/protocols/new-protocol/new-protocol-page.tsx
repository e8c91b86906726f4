import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail, SentProtocols } from '@malote/core/protocols/protocol.ts'
import { canSendFrom } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { protocolQuery } from '../../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { errorMessage } from '../../../lib/api-error.ts'
import { Card } from '../../../ui/card.tsx'
import { UnsavedChangesGuard } from '../../../ui/dialog/unsaved-changes-guard.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { EditProtocolSkeleton } from '../edit-protocol/edit-protocol-page.tsx'
import { emptyItem, itemFormOf } from '../form/item-form.ts'
import { type ProtocolForm, protocolFormOf } from '../form/protocol-form.ts'
import { NewProtocolForm } from './new-protocol-form.tsx'
import { type Outcome, outcomeOf } from './sent-outcome.ts'
import { SentProtocolsResult } from './sent-protocols.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The protocol of the page was created just now. */
    isCreated?: boolean
  }
}

/** @param from the protocol that fills the form (*Enviar de novo*); null for an empty form */
export default function NewProtocolPage({ from }: { from: number | null }) {
  return (
    <>
      <PageHeader title="Novo Protocolo" />
      {from === null ? <EmptyForm /> : <AgainForm key={from} from={from} />}
    </>
  )
}

function EmptyForm() {
  const { departmentId } = useViewer()
  const originDepartmentId = departmentId ? String(departmentId) : null
  const [initial] = useState<ProtocolForm>(() => ({
    remarks: '',
    originDepartmentId,
    destinationDepartmentId: null,
    destinationDepartmentIds: null,
    requiresReturn: false,
    items: [emptyItem()],
  }))
  return <FormAndResult initial={initial} draftName="protocol new" />
}

function AgainForm({ from }: { from: number }) {
  const viewer = useViewer()
  const { data, error, refetch } = useQuery(protocolQuery(from))
  // What others do to the old protocol meanwhile does not change the new one.
  const [initial, setInitial] = useState<ProtocolForm | null>(null)
  const verdict = data && canSendFrom(viewer, data.originDepartmentId)
  if (!initial && data && verdict?.allowed) setInitial(formAgain(data))
  if (initial) return <FormAndResult initial={initial} draftName={`protocol again ${from}`} />
  const refusal = verdict && refusalIn(verdict)
  if (!refusal && !error) return <EditProtocolSkeleton />
  return (
    <Card>
      <ErrorState
        title={refusal ?? errorMessage(error, 'Erro ao carregar o protocolo. Tente novamente.')}
        onRetry={refusal ? undefined : refetch}
      >
        <LinkButton to="/protocolos/novo" variant="default">
          Começar em branco
        </LinkButton>
      </ErrorState>
    </Card>
  )
}

interface Round {
  initial: ProtocolForm
  /** How many forms were sent before. */
  count: number
  /** The form is on the page; false once it was sent to several destinations, until another one is begun. */
  isOpen: boolean
}

/** The outcome of a form for several destinations. */
interface Result {
  round: number
  form: ProtocolForm
  outcome: Outcome
}

const hasUnsent = ({ outcome }: Result) => outcome.failed.length > 0

function FormAndResult({ initial, draftName }: { initial: ProtocolForm; draftName: string }) {
  const navigate = useNavigate()
  const [{ count, isOpen, ...round }, setRound] = useState<Round>({ initial, count: 0, isOpen: true })
  const [results, setResults] = useState<readonly Result[]>([])
  const isAnyUnsent = results.some(hasUnsent)
  // What could not be sent stays above the next form.
  const another = (form: ProtocolForm) => {
    setResults((now) => now.filter(hasUnsent))
    setRound({ initial: nextForm(form), count: count + 1, isOpen: true })
  }

  const created = (sent: SentProtocols, form: ProtocolForm, isAnother: boolean) => {
    const { destinationDepartmentIds: destinations } = form
    if (destinations) {
      setResults((now) => [...now, { round: count, form, outcome: outcomeOf(destinations, sent) }])
      return setRound({ initial: round.initial, count, isOpen: false })
    }
    if (isAnother) return another(form)
    // Skips the unsaved-changes guard, which is only disabled at the next render. Replaces the history entry, so that
    // Back does not return to the empty form.
    void navigate({
      to: '/protocolos/$id',
      params: { id: String(sent.protocolIds[0]) },
      replace: true,
      state: { isCreated: true },
      ignoreBlocker: true,
    })
  }
  return (
    <Stack gap="lg">
      {results.map((result, index) => (
        <SentProtocolsResult
          key={result.round}
          {...result}
          onRetried={(outcome) =>
            setResults((now) => now.map((one) => (one.round === result.round ? { ...one, outcome } : one)))
          }
          onCreateAnother={!isOpen && index === results.length - 1 ? () => another(result.form) : null}
        />
      ))}
      {isOpen ? (
        <NewProtocolForm
          key={count}
          initial={round.initial}
          draftName={draftName}
          startsAtItems={count > 0}
          staysHere={isAnyUnsent}
          onCreated={created}
        />
      ) : (
        <UnsavedChangesGuard isDirty={isAnyUnsent} />
      )}
    </Stack>
  )
}

/** *Salvar e criar outro*: an empty form between the same departments. */
const nextForm = (form: ProtocolForm): ProtocolForm => ({ ...form, remarks: '', items: [emptyItem()] })

/**
 * *Enviar de novo*: the form of a new protocol with the values of another one. Files, items that were cancelled on
 * their own and responsible people who have left are left out (contract 17.40).
 */
export function formAgain(protocol: ProtocolDetail): ProtocolForm {
  const items = protocol.items.filter((item) => wasSent(item, protocol)).map(newItemOf)
  return { ...protocolFormOf(protocol), items: items.length > 0 ? items : [emptyItem()] }
}

/** Cancelling a protocol cancels its items for the same reason; these are what one wants to send again. */
const wasSent = ({ status, cancelReason }: Item, protocol: ProtocolDetail) =>
  status !== itemStatus.cancelled ||
  (protocol.status === protocolStatus.cancelled && cancelReason === protocol.cancelReason)

function newItemOf(item: Item) {
  const form = itemFormOf(item)
  return {
    ...form,
    itemId: null,
    responsibleId: item.responsibleHasLeft ? null : form.responsibleId,
    attachments: [],
    // People are offered by the destination alone, which may be changed here.
    known: { ...form.known, responsible: null },
  }
}
