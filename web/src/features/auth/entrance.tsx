import { Suspense, useDeferredValue, useSyncExternalStore } from 'react'
import { history } from '../../lib/history.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** The pages before sign-in: a small program of its own, so that a first visit loads little. */
export function Entrance({ onType }: { onType: () => void }) {
  // Deferred, so that the page before stays until the next one is loaded.
  const place = useDeferredValue(useSyncExternalStore(history.subscribe, () => history.location))
  return <Suspense>{pageAt(place, onType)}</Suspense>
}

const pathOf = ({ pathname }: typeof history.location) => pathname.replace(/(.)\/$/, '$1')

function pageAt(place: typeof history.location, onType: () => void) {
  const { search, hash, state } = place
  const token = tokenIn(hash.slice(1)) ?? tokenIn(search) ?? ''
  switch (pathOf(place)) {
    case '/esqueci-senha':
      return <ForgotPasswordPage />
    case '/privacidade':
      return <PrivacyPage />
    case '/entrar/oidc':
      return <ProviderReturnPage />
    case '/primeiro-acesso':
      return (
        <NewPasswordPage
          key={`first ${token}`}
          token={token}
          title="Primeiro acesso"
          hint="Crie a senha com que você vai entrar no Malote."
        />
      )
    case '/redefinir-senha':
      return (
        <NewPasswordPage
          key={`reset ${token}`}
          token={token}
          title="Redefinir senha"
          hint="Escolha uma nova senha para a sua conta."
        />
      )
    case '/responder': {
      const link = hash.slice(1) || (state.answer ?? '')
      return <AnswerPage key={link} token={link} />
    }
    default:
      // Also covers the moment after signing in, when the address is already the app's but the app is not rendered yet.
      return <LoginPage onType={onType} />
  }
}

const loadLogin = () => import('./login-page.tsx')

/** Loads the sign-in if it is the page to show, so that its prerendered form stays until then. */
export const loadFirstPage = async () => {
  if (pathOf(history.location) === '/login') await loadLogin()
}

const LoginPage = lazyPart(loadLogin)
const ForgotPasswordPage = lazyPart(() => import('./forgot-password-page.tsx'))
const PrivacyPage = lazyPart(() => import('./privacy-page.tsx'))
const NewPasswordPage = lazyPart(() => import('./new-password-page.tsx'))
const AnswerPage = lazyPart(() => import('./answer/answer-page.tsx'))
const ProviderReturnPage = lazyPart(() => import('./provider-return-page.tsx'))

/**
 * The token of a link for choosing a password. It is behind the `#`, where no server sees it; older links have it in the
 * query. URLSearchParams keeps a token of digits as text.
 */
const tokenIn = (parameters: string) => new URLSearchParams(parameters).get('token')
