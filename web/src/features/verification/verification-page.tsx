import { verdictOnPaper, verificationPath } from '@malote/core/codes/paper-verdict.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useCallback, useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { type followLink, history } from '../../lib/history.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { askedIn, type Verified, verify } from './verify.ts'

/**
 * For whoever holds a paper and has no account: whether it is genuine and still holds, and nothing that it does not say
 * itself (contract 22.10).
 */
export default function VerificationPage({ search }: { search: string }) {
  const { code, fingerprint } = askedIn(search)
  return (
    <AuthFrame title="Verificar documento" hint="Diz se um papel do Malote é autêntico e ainda vale.">
      <meta name="robots" content="noindex" />
      <Stack gap="md">
        {code && <Verdict search={search} />}
        <CodeForm code={code} />
        {code && (
          <a href={`/q/${encodeURIComponent(code)}${fingerprint ? `?f=${fingerprint}` : ''}`} onClick={toDetail}>
            Sou da organização: abrir no Malote
          </a>
        )}
      </Stack>
    </AuthFrame>
  )
}

/** To the sign-in, which leads on to the document. */
function toDetail(event: Parameters<typeof followLink>[0]) {
  event.preventDefault()
  history.push('/login', { wanted: event.currentTarget.getAttribute('href') ?? '/' })
}

function Verdict({ search }: { search: string }) {
  const { state, again } = useVerification(search)
  if (state.kind === 'loading') return <p role="status">Verificando...</p>
  if (state.kind === 'refused') return <Banner tone="danger">{state.sentence}</Banner>
  if (state.kind === 'failed') {
    return (
      <>
        <Banner tone="danger">{state.sentence}</Banner>
        <Button onClick={again} size="md">
          Tentar novamente
        </Button>
      </>
    )
  }
  return <Paper paper={state.paper} />
}

function Paper({ paper }: { paper: Verified }) {
  const { tone, sentence } = verdictOnPaper(paper)
  return (
    <>
      <Banner tone={tone}>
        <strong>{sentence}</strong>
      </Banner>
      <DescriptionList
        items={[
          { term: 'Protocolo', value: `#${paper.protocol_id}` },
          { term: 'Situação', value: paper.status },
          { term: 'De', value: paper.origin_department },
          { term: 'Para', value: paper.destination_department },
          {
            term: 'Enviado em',
            value: new Date(paper.created_at).toLocaleDateString('pt-BR', { timeZone: paper.time_zone }),
          },
        ]}
      />
    </>
  )
}

function CodeForm({ code }: { code: string }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('codigo')).trim()
    // A QR code that was read or pasted is a whole address.
    const [, read = typed, f] = /\/q\/([^?/]+)(?:\?f=(\w+))?/.exec(typed) ?? []
    if (typed) history.push(`${verificationPath}?${new URLSearchParams({ codigo: read, ...(f && { f }) })}`)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          name="codigo"
          label={code ? 'Verificar outro código' : 'Código impresso no papel'}
          placeholder="XXXX-XXXX-XXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant={code ? 'default' : 'filled'} size="md" fullWidth>
          Verificar
        </Button>
      </Stack>
    </form>
  )
}

type Verification =
  | { kind: 'loading' }
  | { kind: 'found'; paper: Verified }
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; sentence: string }

/** The verdict on the code in the address; `again` asks once more. */
function useVerification(search: string): { state: Verification; again: () => void } {
  const [state, setState] = useState<Verification>({ kind: 'loading' })
  const again = useCallback(() => {
    if (!askedIn(search).code) return
    setState({ kind: 'loading' })
    verify(search).then(
      (paper) => setState({ kind: 'found', paper }),
      (error) => setState(refusalOf(error)),
    )
  }, [search])
  useEffect(again, [again])
  return { state, again }
}

function refusalOf(error: unknown): Verification {
  const status = error instanceof ApiError ? error.status : null
  if (status === 400) return { kind: 'refused', sentence: errorMessage(error, 'Código inválido.') }
  if (status === 404) {
    const isOff = error instanceof ApiError && error.code === 'VERIFICATION_OFF'
    const unknown =
      'Nenhum documento tem este código. Confira os caracteres; se estiverem certos, o papel não é autêntico.'
    return { kind: 'refused', sentence: isOff ? errorMessage(error, unknown) : unknown }
  }
  if (status === 0)
    return { kind: 'failed', sentence: 'Sem conexão com o Malote. Verifique a internet e tente novamente.' }
  if (status === 429) {
    return { kind: 'failed', sentence: 'Muitas consultas em pouco tempo. Aguarde um minuto e tente novamente.' }
  }
  return { kind: 'failed', sentence: errorMessage(error, 'Não foi possível verificar agora. Tente novamente.') }
}
