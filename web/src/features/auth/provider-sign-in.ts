import type { OidcFinish, OidcStart } from '@malote/core/auth/oidc.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { tabStorage } from '../../lib/browser-storage.ts'
import { history } from '../../lib/history.ts'
import { keepSession, type SignedIn } from './keep-session.ts'

const key = 'sign-in'

/** State that this tab keeps while the user is at the provider. */
interface Begun {
  flow: string
  /** The address that was requested without a session. */
  wanted: string | undefined
}

/** Leaves for the provider's page. */
export async function goToProvider() {
  const again = tabStorage.get('sign-in-again') !== null
  const { url, flow } = await api.post<OidcStart>('/api/auth/oidc/start', { again })
  const begun: Begun = { flow, wanted: history.location.state.wanted }
  tabStorage.set(key, JSON.stringify(begun))
  location.assign(url)
}

/**
 * Signs in with the parameters that the provider has put into the address. They count once, and are removed from it.
 *
 * @throws ApiError with the message for the user
 */
export async function returnFromProvider(): Promise<void> {
  const { pathname, search } = history.location
  const parameters = new URLSearchParams(search)
  const begun = takeBegun()
  history.replace(pathname, begun?.wanted === undefined ? {} : { wanted: begun.wanted })
  // A link that somebody sent, or a page that was loaded again.
  if (!begun) throw new ApiError(401, 'Esta entrada expirou ou começou em outra janela. Tente novamente.')
  const answer: OidcFinish = { flow: begun.flow }
  for (const name of ['state', 'code', 'iss', 'error'] as const) {
    const value = parameters.get(name)
    if (value !== null) answer[name] = value
  }
  await keepSession(await api.post<SignedIn>('/api/auth/oidc/finish', answer), { isFromProvider: true })
  tabStorage.remove('sign-in-again')
}

function takeBegun(): Begun | null {
  const begun = tabStorage.read(key) as Begun | null
  tabStorage.remove(key)
  return begun
}
