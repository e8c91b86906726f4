import { verdictOnPaper, verificationPath } from '@malote/core/codes/paper-verdict.ts'
import { Button, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { type followLink, history } from '../../lib/history.ts'
import { AuthFrame } from '../../ui/auth-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { askedIn, useVerification, type Verified } from './verify.ts'

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
          { term: 'Enviado em', value: new Date(paper.created_at).toLocaleDateString('pt-BR') },
        ]}
      />
    </>
  )
}

function CodeForm({ code }: { code: string }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('codigo')).trim()
    if (typed) history.push(`${verificationPath}?${new URLSearchParams({ codigo: typed })}`)
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
          maxLength={40}
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
