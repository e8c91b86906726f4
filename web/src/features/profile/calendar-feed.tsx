import { feedStateWire, newFeed } from '@malote/core/calendar-feed/calendar-feed.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { isManager } from '@malote/core/users/viewer.ts'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { api } from '../../lib/api.ts'
import { formatDateAtTime } from '../../lib/format.ts'
import { telling } from '../../lib/telling.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import classes from './profile.module.css'

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
      <p ref={intro} tabIndex={-1} className={classes.calendarFeedHint}>
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
            <div className="row wrap gap-8 mt-12">
              {createdAt ? (
                <>
                  <p className={classes.calendarFeedFacts}>Criado em {formatDateAtTime(createdAt)}</p>
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

const path = '/api/profile/calendar-feed'

const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: async ({ signal }) => readWire(feedStateWire, await api.get(path, { signal })),
  // It can be replaced or ended elsewhere.
  staleTime: 0,
})

/** Creates the address, which the response contains and nothing shows again; an earlier one ends. */
const createFeed = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async () => readWire(newFeed, await api.post(path)),
      onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
    },
    { success: 'Endereço criado com sucesso!', failure: 'Erro ao criar endereço. Tente novamente.' },
  )

const endFeed = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: () => api.delete<void>(path),
      onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
    },
    { success: 'Endereço desativado.', failure: 'Erro ao desativar endereço. Tente novamente.' },
  )

/** A new address, and how to use it. Takes the focus, because the button that created it is gone. */
function FeedAddress({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="grid gap-12 mt-16">
      <div className={classes.line}>
        <TextInput
          ref={field}
          label="Endereço do calendário"
          className={classes.address}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton
          text={url}
          shownIn={field}
          label="Copiar"
          done="Copiado"
          failure="Não foi possível copiar. Selecione o endereço e copie-o."
        />
      </div>
      <Banner tone="pending">
        Copie agora: o endereço não será mostrado de novo. Não o compartilhe: quem o tem vê estes prazos sem senha.
      </Banner>
      <dl className={classes.ways}>
        <dt>Google Agenda</dt>
        <dd>No computador, clique em + ao lado de “Outras agendas”, escolha adicionar por URL e cole o endereço.</dd>
        <dt>Outlook</dt>
        <dd>No calendário, clique em “Adicionar calendário”, escolha assinar da Web e cole o endereço.</dd>
        <dt>Thunderbird</dt>
        <dd>Crie um novo calendário na rede e cole o endereço.</dd>
      </dl>
      <p className={classes.calendarFeedFacts}>
        Mudanças podem demorar a aparecer: o Google Agenda leva até um dia. O Google e o Outlook na Web só leem o
        endereço se o Malote puder ser acessado pela internet.
      </p>
    </div>
  )
}
