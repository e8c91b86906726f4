import { zodResolver } from '@hookform/resolvers/zod'
import { deviceName } from '@malote/core/auth/device.ts'
import { passkeyBody, totpConfirmBody } from '@malote/core/auth/second-step.ts'
import { Anchor, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { showInPlace } from '../../lib/telling.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ShortFormDialog } from '../../ui/dialog/short-form-dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { addPasskey, confirmTotp, type TotpOffer } from './second-step.api.ts'
import classes from './second-step.module.css'

const schema = passkeyBody.pick({ name: true })

interface PasskeyDialogProps {
  isOpen: boolean
  /** @param codes new recovery codes, if the user had none */
  onEnrolled: (codes: readonly string[]) => void
  onClose: () => void
}

/** Names a new passkey and lets the browser create it. */
export function PasskeyDialog({ isOpen, onEnrolled, onClose }: PasskeyDialogProps) {
  const { mutate, isPending } = useMutation(addPasskey(useQueryClient()))
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: deviceName(navigator.userAgent) },
  })
  const submit = handleSubmit((values) =>
    mutate(values, {
      onSuccess: onEnrolled,
      onError: (error) => {
        if (showFieldErrors(error, schema, setError)) showInPlace()
      },
    }),
  )
  return (
    <ShortFormDialog
      isOpen={isOpen}
      title="Adicionar chave de acesso"
      submitLabel="Criar chave de acesso"
      busyLabel="Aguardando o aparelho..."
      isBusy={isPending}
      isDirty
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        O aparelho vai pedir a sua impressão digital, o rosto, o PIN ou uma chave de segurança. Nada disso é enviado ao
        Malote: ele só recebe a confirmação de que é você.
      </p>
      <TextInput
        label="Nome *"
        description="Para reconhecer a chave na lista, por exemplo: Notebook da sala"
        maxLength={60}
        aria-required
        data-autofocus
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </ShortFormDialog>
  )
}

interface TotpDialogProps {
  isOpen: boolean
  offer: TotpOffer
  /** @param codes the new recovery codes */
  onEnrolled: (codes: readonly string[]) => void
  onClose: () => void
}

/** Connects an authenticator app: scan, then prove it by a code. */
export function TotpDialog({ isOpen, offer, onEnrolled, onClose }: TotpDialogProps) {
  const { mutate, isPending } = useMutation(confirmTotp(useQueryClient()))
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(totpConfirmBody),
    defaultValues: { code: '' },
  })
  const submit = handleSubmit((body) =>
    mutate(body, {
      onSuccess: onEnrolled,
      onError: (error) => {
        if (showFieldErrors(error, totpConfirmBody, setError)) showInPlace()
      },
    }),
  )
  return (
    <ShortFormDialog
      isOpen={isOpen}
      title="Configurar aplicativo autenticador"
      submitLabel="Confirmar"
      busyLabel="Confirmando..."
      isBusy={isPending}
      isDirty
      onSubmit={submit}
      onClose={onClose}
    >
      <ol className={classes.steps}>
        <li>
          <p>
            Abra um aplicativo autenticador no celular. Serve o que você já tem: Google Authenticator, Microsoft
            Authenticator, o de senhas do próprio aparelho ou outro.
          </p>
        </li>
        <li>
          <p>Nele, adicione uma conta e leia este código com a câmera.</p>
          <div className={classes.scan}>
            <div className={classes.qr}>
              <QrCode address={offer.uri} label="para o aplicativo autenticador; a chave em texto vem a seguir" />
            </div>
            <div>
              <p className="soft">Sem câmera? Digite esta chave no aplicativo:</p>
              <Secret secret={offer.secret} />
              <p className="soft">
                Está no celular? <Anchor href={offer.uri}>Abrir no aplicativo</Anchor>
              </p>
            </div>
          </div>
        </li>
        <li>
          <TextInput
            label="Digite os 6 dígitos que o aplicativo mostra"
            className={classes.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            error={formState.errors.code?.message}
            {...register('code')}
          />
        </li>
      </ol>
    </ShortFormDialog>
  )
}

/** The secret in groups of four, as it is read and typed. */
function Secret({ secret }: { secret: string }) {
  const text = useRef<HTMLElement>(null)
  return (
    <>
      <code ref={text} className={classes.secret}>
        {secret.match(/.{1,4}/g)?.join(' ')}
      </code>
      <CopyButton
        variant="default"
        size="xs"
        text={secret}
        shownIn={text}
        label="Copiar chave"
        done="Chave copiada"
        failure="Não foi possível copiar. Selecione a chave e copie-a."
      />
    </>
  )
}
