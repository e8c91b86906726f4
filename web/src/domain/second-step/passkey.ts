type Options = Record<string, unknown>

/** Whether this browser has passkeys at all: only on encrypted connections, and on `localhost`. */
export const canUsePasskeys = () => typeof PublicKeyCredential !== 'undefined'

const library = () => import('@simplewebauthn/browser')

/** Lets the user confirm a sign-in with a passkey. */
export async function signWithPasskey(options: Options) {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: options as never })
}

/** Lets the user create a passkey. */
export async function createPasskey(options: Options) {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: options as never })
}

/** What went wrong between the browser and the passkey; undefined for errors of anything else. */
export function passkeyProblem(error: unknown): string | undefined {
  // The library keeps the name of the browser's own error (WebAuthn Level 3, 5.1.3 and 5.1.4).
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'A chave de acesso não foi usada. Tente de novo quando quiser.'
    case 'InvalidStateError':
      return 'Este aparelho já tem uma chave de acesso para a sua conta.'
    case 'SecurityError':
      return 'Chaves de acesso só funcionam no endereço oficial do Malote, com conexão segura.'
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'Este aparelho não aceita esta chave de acesso.'
    default:
      return undefined
  }
}
