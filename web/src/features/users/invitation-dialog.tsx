import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import type { Invitation, User } from '@malote/core/users/user.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { configQuery } from '../../domain/organisation/config.ts'
import { formatDateAtTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import dialog from '../../ui/dialog/dialog.module.css'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import classes from './users.module.css'

/** A user with their invitation link. */
export interface Invited {
  user: User
  invitation: Invitation
}

interface InvitationDialogProps {
  isOpen: boolean
  invited: Invited | null
  onClose: () => void
}

/** Shows the link once: it is not stored anywhere. Links that were sent to their owner alone are not shown. */
export function InvitationDialog({ isOpen, invited, onClose }: InvitationDialogProps) {
  const isSent = invited?.invitation?.url === null
  return (
    <DialogFrame
      isOpen={isOpen}
      title={isSent ? 'Link enviado' : `Convite de ${invited?.user.name ?? ''}`}
      onClose={onClose}
    >
      {invited && isSent && <Sent {...invited} onClose={onClose} />}
      {invited && !isSent && <Content key={invited.invitation?.url} {...invited} onClose={onClose} />}
    </DialogFrame>
  )
}

function Sent({ user, onClose }: Invited & { onClose: () => void }) {
  return (
    <Stack gap="md">
      <p>
        Enviamos a {user.name} um e-mail, em {user.email}, com o link para escolher uma nova senha. Ele vale por 2
        horas.
      </p>
      <Banner tone="progress">
        O link não é mostrado aqui: só quem recebe o e-mail pode usá-lo. Até lá, a senha atual continua valendo.
      </Banner>
      <div className={dialog.actions}>
        <Button data-autofocus onClick={onClose}>
          Fechar
        </Button>
      </div>
    </Stack>
  )
}

function Content({ user, invitation, onClose }: Invited & { onClose: () => void }) {
  const { data: config } = useQuery(configQuery)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Stack gap="md">
      {config && !mayUsePassword(config.passwordLogin, user) ? (
        <p>
          {user.name} entra com {config.oidcLabel}, sem criar uma senha. Entregue o endereço do Malote.
        </p>
      ) : (
        <p>
          Entregue este link a {user.name}. Ele vale até {formatDateAtTime(invitation?.expiresAt)}, para um único uso, e
          não será mostrado de novo.
        </p>
      )}
      <TextInput
        ref={field}
        label="Link do convite"
        className={classes.link}
        value={invitation?.url ?? ''}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      {!user.isActive && <Banner tone="pending">O link só funciona depois que o usuário for ativado.</Banner>}
      <Banner tone="progress">
        {config?.emailEnabled && user.isActive
          ? `Um convite também foi enviado por e-mail para ${user.email}.`
          : 'Nenhum e-mail foi enviado: o convite chega à pessoa somente por este link.'}
      </Banner>
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
        <CopyButton
          data-autofocus
          text={invitation?.url ?? ''}
          shownIn={field}
          label="Copiar link"
          done="Link copiado"
          failure="Não foi possível copiar. Selecione o link e copie-o."
        />
      </div>
    </Stack>
  )
}
