import type { User } from '@malote/core/users/user.ts'
import { Button, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { configQuery } from '../../domain/organisation/config.ts'
import { fetchInvitation } from '../../domain/users/users.api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted, formatDateAtTime, formatNumber } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import dialog from '../../ui/dialog/dialog.module.css'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import { useUnsavedChanges } from '../../ui/dialog/unsaved-changes-guard.tsx'
import { printSheet } from '../../ui/print-window.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { notifyError } from '../../ui/toasts.ts'
import type { Invited } from './invitation-dialog.tsx'
import styles from './invitation-sheet.css?inline'
import classes from './users.module.css'

interface InviteAllDialogProps {
  isOpen: boolean
  /** Active people who have not chosen a password yet. */
  users: readonly User[]
  onClose: () => void
}

/** Invites everybody who has not been here yet, and prints the invitations. Loaded when first opened. */
export default function InviteAllDialog({ isOpen, users, onClose }: InviteAllDialogProps) {
  // The list may be refetched meanwhile.
  const [asked] = useState(users)
  const [isPrinted, setPrinted] = useState(false)
  const { isRunning, invited, refused, start, stop } = useInviteAll()
  const { data: config } = useQuery(configQuery)
  const hasStarted = isRunning || invited.length + refused.length > 0
  const left = asked.filter(({ id }) => !invited.some(({ user }) => user.id === id))
  const unsaved = useUnsavedChanges({
    isDirty: isOpen && invited.length > 0 && !isPrinted,
    isLostBetween: (current, next) => current.pathname !== next.pathname,
    sentence: 'Os convites ainda não foram impressos, e os links não serão mostrados de novo.',
    onGiveUp: stop,
  })
  const print = () => {
    const isOpened = printInvitations(invited, config?.orgName || 'Malote')
    if (!isOpened) return notifyError('Por favor, permita pop-ups para esta página para imprimir os convites.')
    setPrinted(true)
  }
  return (
    <>
      <DialogFrame
        isOpen={isOpen}
        title="Convidar todos os que faltam"
        onClose={() => unsaved.ask(onClose)}
        isBusy={isRunning}
        isDirty={hasStarted}
        isCovered={unsaved.isAsking}
      >
        <Stack gap="md">
          {hasStarted ? (
            <>
              <ProgressBar
                completed={invited.length + refused.length}
                total={invited.length + refused.length + (isRunning ? left.length - refused.length : 0)}
                label="Convites gerados"
                isRunning={isRunning}
              />
              <Spoken>{!isRunning && counted(invited.length, 'convite pronto.', 'convites prontos.')}</Spoken>
              {!isRunning && invited.length > 0 && (
                <p>Imprima a folha e entregue a cada pessoa a sua tira. Os links não serão mostrados de novo.</p>
              )}
            </>
          ) : (
            <>
              <p>
                {asked.length === 1
                  ? 'Uma pessoa ainda não escolheu a senha. Ela recebe um novo convite.'
                  : `${counted(asked.length, 'pessoa', 'pessoas')} ainda não escolheram a senha. Cada uma recebe um novo convite.`}
              </p>
              <Banner tone="pending">
                Convites que já foram entregues e ainda não foram usados deixam de valer: só o novo link funciona.
              </Banner>
            </>
          )}
          {refused.length > 0 && (
            <Banner tone="danger">
              <p>{counted(refused.length, 'convite não pôde ser gerado', 'convites não puderam ser gerados')}:</p>
              <ul className={classes.items}>
                {refused.map(({ user, message }) => (
                  <li key={user.id}>
                    {user.name}: {message}
                  </li>
                ))}
              </ul>
            </Banner>
          )}
          <div className={dialog.actions}>
            {isRunning ? (
              <Button variant="default" onClick={stop}>
                Parar
              </Button>
            ) : (
              <Button variant="default" onClick={() => unsaved.ask(onClose)}>
                {hasStarted ? 'Fechar' : 'Cancelar'}
              </Button>
            )}
            {!hasStarted && (
              <Button data-autofocus onClick={() => void start(asked)}>
                Gerar {counted(asked.length, 'convite', 'convites')}
              </Button>
            )}
            {hasStarted && !isRunning && left.length > 0 && (
              <Button variant="default" onClick={() => void start(left)}>
                Gerar os que faltam ({formatNumber(left.length)})
              </Button>
            )}
            {!isRunning && invited.length > 0 && (
              <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
                Imprimir {counted(invited.length, 'convite', 'convites')}
              </Button>
            )}
          </div>
        </Stack>
      </DialogFrame>
      {unsaved.question}
    </>
  )
}

/**
 * Prints the invitations, one strip per person.
 *
 * @returns false when the browser has blocked the window
 */
const printInvitations = (invited: readonly Invited[], orgName: string): boolean =>
  printSheet('Convites', styles, <Sheet invited={invited} orgName={orgName} />)

function Sheet({ invited, orgName }: { invited: readonly Invited[]; orgName: string }) {
  return (
    <>
      <h1>Convites</h1>
      {invited.map(({ user, invitation }) => (
        <article key={user.id} className="strip">
          <QrCode address={invitation.url ?? ''} />
          <div className="words">
            <p className="organisation">{orgName === 'Malote' ? orgName : `${orgName} · Malote`}</p>
            <h2>{user.name}</h2>
            <p>{user.email}</p>
            <p className="link">{invitation.url}</p>
            <p>
              Leia o código com a câmera ou digite o endereço, e escolha a sua senha. Vale para um único uso, até{' '}
              <strong>{formatDateAtTime(invitation.expiresAt)}</strong>.
            </p>
          </div>
        </article>
      ))}
    </>
  )
}

interface Refusal {
  user: User
  message: string
}

interface Inviting {
  isRunning: boolean
  /** The links exist only here: the server stores nothing that could show them again. */
  invited: readonly Invited[]
  refused: readonly Refusal[]
}

const nobody: Inviting = { isRunning: false, invited: [], refused: [] }

/** Invites people one at a time; one failure does not stop the rest. */
function useInviteAll() {
  const [state, setState] = useState(nobody)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const start = async (users: readonly User[]) => {
    isStopped.current = false
    setState(({ invited }) => ({ isRunning: true, invited, refused: [] }))
    for (const user of users) {
      if (isStopped.current) break
      await fetchInvitation(user.id).then(
        (invitation) => setState((now) => ({ ...now, invited: [...now.invited, { user, invitation }] })),
        (error: unknown) => {
          const message = errorMessage(error, 'Erro ao gerar convite. Tente novamente.')
          setState((now) => ({ ...now, refused: [...now.refused, { user, message }] }))
        },
      )
    }
    setState((now) => ({ ...now, isRunning: false }))
  }
  const stop = () => {
    isStopped.current = true
  }
  return { ...state, start, stop }
}
