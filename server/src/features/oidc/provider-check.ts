import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Config } from '../../platform/settings/config.ts'
import { openProvider } from './provider.ts'

/** Milliseconds that the provider has for its metadata. */
const checkTimeoutMs = 1_500

/** Whether the identity provider publishes its metadata (OpenID Connect Discovery 1.0), and accepts our client. */
export async function providerCheck(config: Config): Promise<SystemCheck> {
  const { OIDC_ISSUER, OIDC_LABEL } = config
  const head = { id: 'oidc', title: 'Entrada com a conta da organização' }
  if (OIDC_ISSUER === undefined) {
    const summary = 'As pessoas entram com e-mail e senha.'
    return { ...head, state: 'off', summary, advice: 'Para entrar com a conta da organização, informe OIDC_ISSUER.' }
  }
  const reason = await whySilent(OIDC_ISSUER)
  if (reason === undefined && !(await isAccepted(config))) {
    const summary = `O provedor ${OIDC_ISSUER} recusa o Malote: ninguém entra com a conta da organização.`
    return { ...head, state: 'problem', summary, advice: 'Verifique OIDC_CLIENT_ID e OIDC_CLIENT_SECRET.' }
  }
  if (reason === undefined) {
    return { ...head, state: 'ok', summary: `O provedor de “Entrar com ${OIDC_LABEL}” responde.`, advice: null }
  }
  const summary = `O provedor ${OIDC_ISSUER} não responde como esperado: ${reason}.`
  return { ...head, state: 'problem', summary, advice: 'Verifique OIDC_ISSUER e a rede entre os dois servidores.' }
}

/** When the provider last accepted the client of these settings. */
const acceptedAt = new WeakMap<Config, number>()

/** Milliseconds for which it is believed: the provider notes every question as a sign-in that failed. */
const believed = 3_600_000

async function isAccepted(config: Config): Promise<boolean> {
  const now = new Date()
  if (now.getTime() - (acceptedAt.get(config) ?? 0) < believed) return true
  const accepts = (await openProvider(config)?.acceptsClient(now)) !== false
  if (accepts) acceptedAt.set(config, now.getTime())
  return accepts
}

async function whySilent(issuer: string): Promise<string | undefined> {
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(address, { signal: AbortSignal.timeout(checkTimeoutMs), redirect: 'error' })
    if (!answer.ok) return `resposta ${answer.status}`
    const { issuer: named } = (await answer.json()) as { issuer?: unknown }
    const isSame = typeof named === 'string' && URL.canParse(named) && new URL(named).href === new URL(issuer).href
    return isSame ? undefined : 'diz ser outro provedor'
  } catch (error) {
    const { cause, message, name } = error as Error
    if (name === 'TimeoutError') return 'tempo esgotado'
    return (cause as NodeJS.ErrnoException | undefined)?.code ?? message
  }
}
