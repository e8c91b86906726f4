import { answerPath } from '@malote/core/answers/answer-token.ts'
import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { openLinkEarly } from '../features/answers/open-link.ts'
import { waysIn } from '../features/auth/ways-in.ts'
import { verifyEarly } from '../features/verification/verify.ts'
import { history } from '../lib/history.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

/** The pages before sign-in: a small program of its own, so that a first visit loads little. */
export function Entrance({ onType }: { onType: () => void }) {
  const place = useSyncExternalStore(history.subscribe, () => history.location)
  // The page before stays until the next one is loaded.
  const [shown, setShown] = useState(place)
  useEffect(() => {
    let isLast = true
    const show = () => {
      if (isLast) startTransition(() => setShown(place))
    }
    Promise.resolve(partOf[pathOf(place)]?.preload()).then(show, show)
    return () => {
      isLast = false
    }
  }, [place])
  return pageAt(shown, onType)
}

const pathOf = ({ pathname }: typeof history.location) => pathname.replace(/(.)\/$/, '$1')

function pageAt(place: typeof history.location, onType: () => void) {
  const { search, hash } = place
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
    case '/confirmar-endereco':
      return <ConfirmAddressPage key={token} token={token} />
    case answerPath: {
      const link = linkAt(place)
      return <AnswerPage key={link} token={link} />
    }
    case verificationPath:
      return <VerificationPage key={search} search={search} />
    default:
      // Also covers the moment after signing in, when the address is already the app's but the app is not rendered yet.
      return <LoginPage onType={onType} />
  }
}

const LoginPage = lazyPart(() => import('../features/auth/login-page.tsx'))
const ForgotPasswordPage = lazyPart(() => import('../features/auth/forgot-password-page.tsx'))
const PrivacyPage = lazyPart(() => import('../features/auth/privacy-page.tsx'))
const NewPasswordPage = lazyPart(() => import('../features/auth/new-password-page.tsx'))
const ConfirmAddressPage = lazyPart(() => import('../features/auth/confirm-address-page.tsx'))
const AnswerPage = lazyPart(() => import('../features/answers/answer-page.tsx'))
const VerificationPage = lazyPart(() => import('../features/verification/verification-page.tsx'))
const ProviderReturnPage = lazyPart(() => import('../features/auth/provider-return-page.tsx'))

const partOf: Record<string, { preload: () => Promise<unknown> }> = {
  '/login': LoginPage,
  '/esqueci-senha': ForgotPasswordPage,
  '/privacidade': PrivacyPage,
  '/primeiro-acesso': NewPasswordPage,
  '/redefinir-senha': NewPasswordPage,
  '/confirmar-endereco': ConfirmAddressPage,
  [answerPath]: AnswerPage,
  [verificationPath]: VerificationPage,
  '/entrar/oidc': ProviderReturnPage,
}

/** Loads all that the first page needs at once: its file, the ways to sign in, what an answer link is about. */
export async function loadFirstPage() {
  const path = pathOf(history.location)
  const ways = waysIn.known()
  if (path === answerPath) openLinkEarly(linkAt(history.location))
  if (path === verificationPath) verifyEarly(history.location.search)
  const file = partOf[path]?.preload()
  // The prerendered sign-in must not stay without its file; the other pages report a missing file themselves.
  if (path === '/login') await Promise.all([ways, file])
  else await Promise.all([path === '/esqueci-senha' && ways, file?.catch(() => {})])
}

/** The token of an answer link; the history entry has it once the address bar no longer shows it. */
const linkAt = ({ hash, state }: typeof history.location) => hash.slice(1) || (state.answer ?? '')

/**
 * The token of a link for choosing a password. It is behind the `#`, where no server sees it; older links have it in the
 * query. URLSearchParams keeps a token of digits as text.
 */
const tokenIn = (parameters: string) => new URLSearchParams(parameters).get('token')
