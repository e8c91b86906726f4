import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlus, IconPrinter, IconRefresh, IconTags } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { departmentsQuery } from '../../../domain/catalogs/catalogs.api.ts'
import { useLabels } from '../../../domain/documents/use-labels.tsx'
import { useDueDate } from '../../../domain/due-dates/use-due-date.ts'
import { printProtocol } from '../../../domain/protocols/print/print-protocol.ts'
import { counted } from '../../../lib/format.ts'
import { unsent } from '../../../lib/idempotency.ts'
import { Banner } from '../../../ui/banner.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LinkButton, TextLink } from '../../../ui/links.tsx'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { createProtocol } from './create-protocol.api.ts'
import classes from './new-protocol.module.css'
import { type Outcome, outcomeOf, withRetried } from './sent-outcome.ts'

interface SentProtocolsProps {
  /** The form as it was sent to several destinations. */
  form: ProtocolForm
  outcome: Outcome
  /** Called with what became of all destinations after a retry. */
  onRetried: (outcome: Outcome) => void
  /** Absent while another form is below. */
  onCreateAnother: (() => void) | null
}

/** The outcome of one form for several destinations: the new protocols, and the failures with their reasons. */
export function SentProtocolsResult({ form, outcome, onRetried, onCreateAnother }: SentProtocolsProps) {
  const queryClient = useQueryClient()
  const { data: departments = [] } = useQuery(departmentsQuery)
  // The same key for each attempt: a retry after a lost response does not send twice.
  const [attempt, setAttempt] = useState(unsent)
  const retry = useMutation(createProtocol(queryClient))
  const dueDateOf = useDueDate()
  const labels = useLabels()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  const nameOf = (id: string) => departments.find((one) => String(one.id) === id)?.name ?? `Departamento ${id}`
  const failed = outcome.failed.map(({ destination }) => destination)
  const sendAgain = () => {
    const [only, ...others] = failed
    if (!only) return
    const again: ProtocolForm =
      others.length > 0
        ? { ...form, destinationDepartmentIds: failed }
        : { ...form, destinationDepartmentIds: null, destinationDepartmentId: only, items: withoutPeople(form) }
    retry.mutate(
      {
        form: again,
        dueDateOf,
        idempotencyKey: attempt.idempotencyKey,
        onProgress: () => {},
        signal: new AbortController().signal,
      },
      {
        onSuccess: (now) => {
          onRetried(withRetried(outcome, outcomeOf(failed, now)))
          setAttempt(unsent())
          title.current?.focus()
        },
      },
    )
  }
  return (
    <Card>
      <h2 ref={title} className={classes.sentProtocolsTitle} tabIndex={-1}>
        {counted(outcome.sent.length, 'protocolo criado', 'protocolos criados')}
        {failed.length > 0 && `, ${counted(failed.length, 'não enviado', 'não enviados')}`}
      </h2>
      <ul className="no-bullets">
        {outcome.sent.map(({ destination, protocolId }) => (
          <li key={destination} className={classes.row}>
            <IconCircleCheck size={18} className={classes.done} aria-hidden />
            <span className="fill anywhere">
              <TextLink to="/protocolos/$id" params={{ id: String(protocolId) }} inherit fw={500}>
                Protocolo #{protocolId}
              </TextLink>{' '}
              para {nameOf(destination)}
            </span>
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconPrinter size={16} aria-hidden />}
              aria-label={`Imprimir Protocolo #${protocolId}`}
              onClick={({ detail }) => detail < 2 && printProtocol(queryClient, protocolId)}
            >
              Imprimir
            </Button>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <Banner tone="danger">
          <ul className="no-bullets">
            {outcome.failed.map(({ destination, message }) => (
              <li key={destination}>
                <strong>{nameOf(destination)}</strong>: {message}
              </li>
            ))}
          </ul>
          <BusyButton
            mt="xs"
            variant="default"
            size="compact-md"
            leftSection={<IconRefresh size={16} aria-hidden />}
            isBusy={retry.isPending}
            onClick={sendAgain}
          >
            {retry.isPending ? 'Enviando...' : 'Tentar de novo'}
          </BusyButton>
        </Banner>
      )}
      {onCreateAnother && (
        <div className="flex justify-end wrap gap-8 mt-16">
          {outcome.sent.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconTags size={16} aria-hidden />}
              onClick={() => labels.open({ protocol_ids: outcome.sent.map(({ protocolId }) => protocolId) })}
            >
              {outcome.sent.length === 1 ? 'Imprimir etiqueta' : 'Imprimir etiquetas'}
            </Button>
          )}
          <LinkButton to="/protocolos" variant="default">
            Ver protocolos
          </LinkButton>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreateAnother}>
            Criar outro
          </Button>
        </div>
      )}
      {labels.dialog}
    </Card>
  )
}

/** Responsible people were not asked for, and may belong to another destination. */
const withoutPeople = ({ items }: ProtocolForm) => items.map((item) => ({ ...item, responsibleId: null }))
