import { Button, Stack } from '@mantine/core'
import { IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { canUsePasskeys } from '../../domain/second-step/passkey.ts'
import { useEnrolment } from '../../domain/second-step/use-enrolment.tsx'
import { useSession } from '../../domain/session/session.tsx'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Asks for the second step that the organisation demands, before anything else. */
export function EnrolPage() {
  const { user, update, logout } = useSession()
  const open = () => {
    if (!user) return
    const { duty: _, ...free } = user
    update(free)
  }
  const { startTotp, startPasskey, isBusy, dialogs } = useEnrolment(open)
  return (
    <AuthFrame
      title="Proteja a sua conta"
      hint="A sua organização pede uma segunda confirmação a cada entrada, para que só a senha não baste. Escolha como; leva um minuto, e depois o Malote abre."
    >
      <Stack gap="md">
        <BusyButton
          size="md"
          fullWidth
          autoFocus
          leftSection={<IconDeviceMobile size={18} aria-hidden />}
          isBusy={isBusy}
          onClick={startTotp}
        >
          Usar um aplicativo no celular
        </BusyButton>
        {canUsePasskeys() && (
          <Button
            size="md"
            fullWidth
            variant="default"
            leftSection={<IconKey size={18} aria-hidden />}
            onClick={startPasskey}
          >
            Usar uma chave de acesso
          </Button>
        )}
        <Button variant="subtle" onClick={logout}>
          Sair
        </Button>
      </Stack>
      {dialogs}
    </AuthFrame>
  )
}
