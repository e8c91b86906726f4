import { isManager } from '@malote/core/users/viewer.ts'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { formatDateAtTime } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { calendarFeedQuery, createFeed, endFeed } from './calendar-feed.api.ts'
import classes from './calendar-feed.module.css'
import { FeedAddress } from './feed-address.tsx'

/** What is asked before the present address ends. */
const questions = {
  replace: {
    title: 'Criar um novo endereço',
    text: 'O endereço atual deixa de funcionar na hora: troque-o em cada calendário que o usa.',
    confirmLabel: 'Criar um novo',
    busyLabel: 'Criando...',
  },
  end: {
    title: 'Desativar endereço',
    text: 'Os calendários que usam o endereço deixam de receber os prazos.',
    confirmLabel: 'Desativar',
    busyLabel: 'Desativando...',
  },
} as const
type Question = keyof typeof questions

/** The address by which another calendar shows what the user must return (contract 21.43). */
export function CalendarFeed() {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const feed = useQuery(calendarFeedQuery)
  const creation = useMutation(createFeed(queryClient))
  const ending = useMutation(endFeed(queryClient))
  const question = useDialog<Question>()
  const intro = useRef<HTMLParagraphElement>(null)
  const isBusy = creation.isPending || ending.isPending

  const create = () => creation.mutate(undefined, { onSuccess: question.close })
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => {
        question.close()
        creation.reset()
        intro.current?.focus() // the button that opened the dialog is gone
      },
    })
  const { text, ...words } = questions[question.subject ?? 'end']
  return (
    <Card title="Devoluções no seu calendário">
      <p ref={intro} tabIndex={-1} className={classes.hint}>
        Com um endereço só seu, o Google Agenda, o Outlook, o Thunderbird e outros mostram até quando{' '}
        {isManager(viewer) ? 'o seu departamento deve devolver cada item' : 'você deve devolver cada item'}.
      </p>
      <QueryStates
        query={feed}
        failed="Erro ao carregar o endereço do calendário. Tente novamente."
        loading={<Skeleton height={36} width={140} mt={12} />}
      >
        {({ createdAt }) => (
          <>
            {creation.data && createdAt && <FeedAddress key={creation.data.url} url={creation.data.url} />}
            <div className={classes.state}>
              {createdAt ? (
                <>
                  <p className={classes.facts}>Criado em {formatDateAtTime(createdAt)}</p>
                  <Button variant="default" size="xs" disabled={isBusy} onClick={() => question.open('replace')}>
                    Criar um novo
                  </Button>
                  <Button variant="default" size="xs" disabled={isBusy} onClick={() => question.open('end')}>
                    Desativar
                  </Button>
                </>
              ) : (
                <Button variant="default" disabled={isBusy} onClick={create}>
                  {creation.isPending ? 'Criando...' : 'Criar endereço'}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryStates>
      <ConfirmDialog
        {...words}
        isOpen={question.isOpen}
        isBusy={isBusy}
        isDangerous
        onConfirm={question.subject === 'replace' ? create : end}
        onClose={question.close}
      >
        {text}
      </ConfirmDialog>
    </Card>
  )
}
