import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Claims } from '@malote/core/auth/role-pairs.ts'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type AdapterFactory, type AdapterPayload } from 'oidc-provider'
import type { Config } from '../platform/settings/config.ts'

/** How Malote is registered at the test's provider. */
const registration = { OIDC_CLIENT_ID: 'malote', OIDC_CLIENT_SECRET: 'segredo-do_provedor.de~teste' }

export interface TestProvider {
  /** Settings with which Malote uses it. */
  config: Pick<Config, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>
  /** Tells it where Malote runs. */
  register: (appUrl: string) => void
  /** The people there, by subject. Changes count from the next sign-in. */
  people: Map<string, Claims>
  /**
   * Signs a person in at the address that Malote gave, as a browser without a session there.
   *
   * @returns the parameters with which the browser is sent back
   */
  signIn: (url: string, subject: string) => Promise<Record<string, string>>
  close: () => Promise<void>
}

interface TestProviderOptions {
  /** Where Malote runs, if that is known already. */
  appUrl?: string
  people: Record<string, Claims>
  /** Whether ID tokens have the claims, and not only the UserInfo endpoint. */
  tellsInIdToken?: boolean
  /** The only way in which it takes the client's secret, although it offers every one. */
  takesSecret?: 'client_secret_basic' | 'client_secret_post' | 'client_secret_basic without decoding it'
}

const wrongSecret = `Basic ${Buffer.from(`${registration.OIDC_CLIENT_ID}:outro`).toString('base64')}`

/** A real OpenID Connect provider on a free port of the loopback, whose login page lists its people. */
export async function startProvider({
  appUrl = '',
  people,
  tellsInIdToken = true,
  takesSecret = 'client_secret_basic',
}: TestProviderOptions): Promise<TestProvider> {
  const rows = new Map<string, AdapterPayload>()
  const accounts = new Map(Object.entries(people))
  const authMethod = takesSecret === 'client_secret_post' ? takesSecret : 'client_secret_basic'
  let handle: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    adapter: adapterOf(rows),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AuthorizationCode: 60, AccessToken: 600, IdToken: 600 },
    jwks: { keys: [await newKey()] },
    cookies: { keys: ['segredo dos cookies de teste'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'department', 'groups'] },
    conformIdTokenClaims: !tellsInIdToken,
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => ({ ...accounts.get(subject), sub: subject }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    clientAuthMethods: [authMethod],
    discovery: { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = page(
            `<h1>Sair do provedor?</h1>${form}<button name="logout" value="yes" form="op.logoutForm">Sair</button>`,
          )
        },
      },
    },
  })
  let home = appUrl
  const register = (address: string) => {
    home = address
    rows.set(`Client ${registration.OIDC_CLIENT_ID}`, {
      client_id: registration.OIDC_CLIENT_ID,
      client_secret: registration.OIDC_CLIENT_SECRET,
      token_endpoint_auth_method: authMethod,
      redirect_uris: [`${address}/entrar/oidc`],
      post_logout_redirect_uris: [`${address}/login`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'ES256',
    })
  }
  register(home)
  const standard = provider.callback()
  handle = (request, response) => {
    // An access token is random, and may look as if it held a sign.
    const [, basic = ''] = /^Basic (.+)/.exec(request.headers.authorization ?? '') ?? []
    const sent = Buffer.from(basic, 'base64').toString()
    if (takesSecret === 'client_secret_basic without decoding it' && sent.includes('%'))
      request.headers.authorization = wrongSecret
    const login = /^\/login\/[^/?]+(?:\?as=(.*))?$/.exec(request.url ?? '')
    if (!login) return void standard(request, response)
    void answerLogin(request, response, login[1])
  }

  async function answerLogin(request: IncomingMessage, response: ServerResponse, chosen: string | undefined) {
    const { params } = await provider.interactionDetails(request, response)
    const subject = chosen === undefined ? params.login_hint : decodeURIComponent(chosen)
    if (typeof subject === 'string') {
      return provider.interactionFinished(request, response, { login: { accountId: subject } })
    }
    const link = ([known, { name }]: [string, Claims]) =>
      `<p><a href="?as=${encodeURIComponent(known)}">${name}</a></p>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page(`<h1>Provedor de teste</h1>${[...accounts].map(link).join('')}`))
  }

  return {
    config: { OIDC_ISSUER: issuer, ...registration },
    register,
    people: accounts,
    signIn: (url, subject) => follow(`${url}&login_hint=${encodeURIComponent(subject)}`, home),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const page = (body: string) => `<!doctype html><html lang="pt-BR"><title>Provedor de teste</title><main>${body}</main>`

/** What the provider remembers, as long as it runs. */
function adapterOf(rows: Map<string, AdapterPayload>): AdapterFactory {
  const findIn = (name: string, fits: (payload: AdapterPayload) => boolean) =>
    [...rows].find(([key, payload]) => key.startsWith(`${name} `) && fits(payload))?.[1]
  return (name) => ({
    upsert: async (id, payload) => void rows.set(`${name} ${id}`, payload),
    find: async (id) => rows.get(`${name} ${id}`),
    findByUid: async (uid) => findIn(name, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findIn(name, (payload) => payload.userCode === userCode),
    consume: async (id) => void Object.assign(rows.get(`${name} ${id}`) ?? {}, { consumed: true }),
    destroy: async (id) => void rows.delete(`${name} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [key, payload] of rows) if (payload.grantId === grantId) rows.delete(key)
    },
  })
}

async function newKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'teste' }
}

/** Follows redirects with cookies, as a browser does, until they lead to the app. */
async function follow(start: string, appUrl: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let address = start
  for (let redirects = 0; redirects < 10; redirects += 1) {
    if (address.startsWith(appUrl)) return Object.fromEntries(new URL(address).searchParams)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    address = new URL(next, address).href
  }
  throw new Error('the provider redirects without end')
}
