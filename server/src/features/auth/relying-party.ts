import type { Config } from '../../platform/settings/config.ts'

/** Passkeys are bound to these: the host (RP ID) and the origin of `APP_URL` (WebAuthn Level 3, 5.4.2). */
export function relyingParty({ APP_URL, ORG_NAME }: Config) {
  const { hostname, origin } = new URL(APP_URL)
  return { id: hostname, origin, name: ORG_NAME === undefined ? 'Malote' : `Malote · ${ORG_NAME}` }
}
