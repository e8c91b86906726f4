import {
  type SecondStepMethod,
  type SecondStepWanted,
  secondStepWanted,
  totpConfirmBody,
} from '@malote/core/auth/second-step.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { canUsePasskeys, passkeyProblem, signWithPasskey } from '../../domain/second-step/passkey.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { keepSession, type SignedIn } from './keep-session.ts'

/** Reads what the login says about the second step. */
export const toSecondStep = (answer: unknown) => readWire(secondStepWanted, answer)

/** The methods in the order in which they are offered: the easiest and safest first. */
const ways = [
  {
    method: 'passkey',
    label: 'Usar chave de acesso',
    hint: 'Confirme com a sua chave de acesso: impressão digital, rosto, PIN ou chave de segurança.',
  },
  {
    method: 'totp',
    label: 'Usar o código do aplicativo',
    hint: 'Digite o código de 6 dígitos que o seu aplicativo autenticador mostra agora.',
  },
  {
    method: 'recovery',
    label: 'Usar um código de recuperação',
    hint: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
  },
] as const satisfies { method: SecondStepMethod; label: string; hint: string }[]

interface SecondStepPageProps {
  wanted: SecondStepWanted
  onBack: () => void
}

/** The second page of a sign-in. */
export function SecondStepPage({ wanted, onBack }: SecondStepPageProps) {
  const offered = ways.filter(
    ({ method }) => wanted.methods?.includes(method) && (method !== 'passkey' || canUsePasskeys()),
  )
  const [chosen, choose] = useState<SecondStepMethod | undefined>(offered[0]?.method)
  const way = offered.find(({ method }) => method === chosen)
  return (
    <AuthFrame title="Confirme que é você" hint={way?.hint}>
      <Stack gap="md">
        {!way && (
          <Banner tone="danger">
            Neste navegador não há como confirmar a sua entrada. Tente em outro, ou fale com um administrador.
          </Banner>
        )}
        {way?.method === 'passkey' && <PasskeyForm wanted={wanted} />}
        {way && way.method !== 'passkey' && <CodeForm key={way.method} method={way.method} token={wanted.token} />}
        <Stack gap={4}>
          {offered
            .filter((other) => other !== way)
            .map(({ method, label }) => (
              <Button key={method} variant="subtle" fullWidth onClick={() => choose(method)}>
                {label}
              </Button>
            ))}
          <Button variant="subtle" fullWidth onClick={onBack}>
            Voltar para o login
          </Button>
        </Stack>
        {way?.method === 'recovery' && (
          <Note>Sem o celular e sem códigos? Peça a um administrador que redefina a sua verificação.</Note>
        )}
      </Stack>
    </AuthFrame>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p style={{ color: 'var(--ink-soft)' }}>{children}</p>

const failed = 'Erro ao confirmar. Tente novamente.'

const finish = async (step: object) => keepSession(await api.post<SignedIn>('/api/auth/second-step', step))

const schema = async () => totpConfirmBody
const read = (fields: FormData) => ({ code: fields.get('code') })
const failure = (error: unknown) => errorMessage(error, failed)

function CodeForm({ method, token }: { method: 'totp' | 'recovery'; token: string }) {
  const input = useRef<HTMLInputElement>(null)
  const send = async ({ code }: { code: string }) => {
    try {
      await finish({ token, method, code })
    } catch (error) {
      input.current?.select()
      throw error
    }
  }
  const { form, field, problem, isBusy, isDone } = useCheckedForm({ schema, read, send, failure })
  const isTotp = method === 'totp'
  return (
    <form {...form}>
      <Stack gap="md">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextInput
          ref={input}
          label={isTotp ? 'Código' : 'Código de recuperação'}
          autoFocus
          inputMode={isTotp ? 'numeric' : 'text'}
          autoComplete={isTotp ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
        <SubmitButton isBusy={isBusy || isDone} busyLabel="Confirmando..." fullWidth size="md">
          Confirmar
        </SubmitButton>
      </Stack>
    </form>
  )
}

/** Starts by a press, because Safari asks for a passkey only then. */
function PasskeyForm({ wanted: { token, passkeyOptions = {} } }: { wanted: SecondStepWanted }) {
  const [state, setState] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false })
  const confirm = async () => {
    setState({ isBusy: true })
    try {
      await finish({ token, method: 'passkey', credential: await signWithPasskey(passkeyOptions) })
    } catch (error) {
      setState({ isBusy: false, problem: passkeyProblem(error) ?? errorMessage(error, failed) })
    }
  }
  // The page that had the focus is gone.
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.isBusy) void confirm()
      }}
    >
      <Stack gap="md">
        {state.problem && <Banner tone="danger">{state.problem}</Banner>}
        <SubmitButton isBusy={state.isBusy} busyLabel="Aguardando a chave..." fullWidth size="md">
          Usar chave de acesso
        </SubmitButton>
      </Stack>
    </form>
  )
}
