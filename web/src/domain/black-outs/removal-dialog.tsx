import { zodResolver } from '@hookform/resolvers/zod'
import { blackOutBody } from '@malote/core/black-outs/black-out.ts'
import { Textarea } from '@mantine/core'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace, telling } from '../../lib/telling.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { refreshCustody } from '../protocols/protocols.api.ts'
import classes from './black-outs.module.css'
import type { RemovalSubject, RemovalTarget } from './removal-subject.ts'

interface RemovalDialogProps {
  protocolId: number
  subject: RemovalSubject
  isOpen: boolean
  onClose: () => void
}

/** Says what a removal takes and what it leaves, and asks why. Loaded when it is first opened. */
export default function RemovalDialog({ protocolId, subject, ...dialog }: RemovalDialogProps) {
  const { kind, targetId, text, label } = subject
  const { mutate, isPending } = useMutation(removeContent(useQueryClient(), protocolId))
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(blackOutBody),
    defaultValues: { reason: '' },
  })
  const submit = handleSubmit(({ reason }) =>
    mutate(
      { kind, targetId, reason },
      {
        onSuccess: dialog.onClose,
        onError: (error) => {
          if (showFieldErrors(error, blackOutBody, setError)) showInPlace()
          else if (error instanceof ApiError && (error.status === 404 || error.code === 'CONTENT_ALREADY_REMOVED')) {
            dialog.onClose()
          }
        },
      },
    ),
  )
  return (
    <FormDialog
      {...dialog}
      title="Remover conteúdo"
      submitLabel="Remover de vez"
      busyLabel="Removendo..."
      isDangerous
      isBusy={isPending}
      isDirty={formState.isDirty}
      onSubmit={submit}
    >
      <div>
        <p>{label}:</p>
        <blockquote className={classes.quote}>{text}</blockquote>
        <ul className={classes.facts}>
          <li>{kind === 'attachment' ? 'O arquivo e o nome dele somem' : 'O texto some'} para todos, sem volta.</li>
          {kind === 'history' ? (
            <li>Ficam a ação, quem a fez e quando. As notificações que repetem o texto também o perdem.</li>
          ) : (
            kind !== 'comment' && (
              <li>
                As cópias também somem: notificações, e-mails ainda na fila e os registros do histórico que o citam, que
                perdem o texto inteiro.
              </li>
            )
          )}
          <li>O histórico e a auditoria mostram quem removeu, quando e por quê.</li>
          <li>Cópias de segurança já feitas ainda contêm o que for removido, e e-mails já enviados não voltam.</li>
        </ul>
      </div>
      <Textarea
        label="Motivo da remoção *"
        description="Fica no histórico do protocolo. Não repita o que será removido."
        aria-required
        data-autofocus
        maxLength={500}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}

/** The path below `/api`, and which text of the record. */
function callFor(protocolId: number, { kind, targetId }: RemovalTarget): [place: string, body?: { field: string }] {
  switch (kind) {
    case 'attachment':
      return [`protocols/attachments/${targetId}`]
    case 'history':
      return [`protocols/${protocolId}/history/${targetId}`]
    case 'comment':
      return [`protocols/${protocolId}/comments/${targetId}`]
    case 'remarks':
    case 'cancel_reason':
      return [`protocols/${protocolId}`, { field: kind }]
    case 'occurrence_description':
    case 'occurrence_outcome_note':
      return [`occurrences/${targetId}`, { field: kind.replace('occurrence_', '') }]
    case 'extension_request_reason':
    case 'extension_request_note':
      return [`extension-requests/${targetId}`, { field: kind.replace('extension_request_', '') }]
    default:
      return [`protocols/items/${targetId}`, { field: kind.replace('item_', '') }]
  }
}

const removeContent = (queryClient: QueryClient, protocolId: number) =>
  telling(
    {
      mutationFn: ({ reason, ...target }: RemovalTarget & { reason: string }) => {
        const [place, body] = callFor(protocolId, target)
        return api.post<void>(`/api/${place}/black-out`, { ...body, reason })
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { success: 'Conteúdo removido', failure: 'Erro ao remover o conteúdo. Tente novamente.' },
  )
