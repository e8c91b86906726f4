import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What a provider may do wrong on purpose; by default everything is right, except that codes never expire. */
export interface Mischief {
  /** Changes the claims of the ID token; undefined removes one. */
  claims?: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  hasForeignKey?: boolean
  /** An ID token that says it needs no signature. */
  isUnsigned?: boolean
  /** Signs with this shared secret instead of a key (HS256). */
  secret?: string
  /** Redirects the call for the tokens to another address of the same provider. */
  redirects?: boolean
  /** Changes the discovery document. */
  metadata?: Record<string, unknown>
  /** Status of the token endpoint's response. */
  status?: number
}

/** A provider that hands out any ID token for any code, as often as it is asked. */
export async function startRogue(clientId: string) {
  const published = await generateKeyPair('ES256')
  const foreign = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(published.publicKey)), alg: 'ES256', use: 'sig', kid: 'um' }
  let mischief: Mischief = {}
  let nonce = ''
  let subject = 'ninguem'
  let elsewhere = 0

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/elsewhere') elsewhere += 1
    if (path === '/token' && mischief.redirects) return response.writeHead(307, { location: '/elsewhere' }).end()
    void answer(path).then(({ status = 200, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(path: string): Promise<{ status?: number; body: object }> {
    if (path === '/jwks') return { body: { keys: [jwk] } }
    if (path !== '/token') return { body: metadata() }
    const { status } = mischief
    return { ...(status && { status }), body: { access_token: 'a', token_type: 'bearer', id_token: await idToken() } }
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
    ...mischief.metadata,
  })

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: issuer, aud: clientId, sub: subject, nonce, iat: now, exp: now + 300 },
      ...{ name: 'Pessoa', email: 'ninguem@malote.test', email_verified: true, department: 'Nenhum' },
      ...mischief.claims,
    }
    if (mischief.isUnsigned) return `${encoded({ alg: 'none' })}.${encoded(claims)}.`
    if (mischief.secret !== undefined) {
      const secret = new TextEncoder().encode(mischief.secret)
      return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    }
    const key = mischief.hasForeignKey ? foreign : published
    return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'ES256', kid: 'um' }).sign(key.privateKey)
  }

  return {
    issuer,
    /** From now on. */
    do: (next: Mischief) => {
      mischief = next
    },
    /** Signs a person in at the address that Malote gave. @returns the parameters of the way back */
    signIn: (url: string, as: string) => {
      const { searchParams } = new URL(url)
      nonce = searchParams.get('nonce') ?? ''
      subject = as
      return { code: 'qualquer', state: searchParams.get('state') ?? '' }
    },
    /** Number of requests that followed the redirect. */
    followed: () => elsewhere,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
