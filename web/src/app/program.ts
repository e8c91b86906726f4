import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import { history } from '../lib/history.ts'
import { session } from '../lib/stored-session.ts'

/** The public pages before sign-in, the page of a duty after it, or everything else. */
export type Program = 'entrance' | 'duty' | 'app'

// Keep in step with public/boot.js.
const publicAddresses = new Set([
  ...['/login', '/entrar/oidc', '/esqueci-senha', '/primeiro-acesso', '/redefinir-senha', '/confirmar-endereco'],
  ...['/privacidade', '/responder', verificationPath],
])

/**
 * The program for the address and the session. Redirects to the sign-in without a session, and away from it with one.
 * Unknown addresses belong to the app, which shows that page also without a session.
 */
export function programOf(): Program {
  const { pathname, search, href, state } = history.location
  const address = pathname.replace(/(.)\/$/, '$1')
  const isSignedIn = session.get() !== null
  // The provider's parameters are still in the address while a sign-in there is not finished.
  const isSignIn = address === '/login' || (address === '/entrar/oidc' && search === '')
  if (isSignedIn && isSignIn) {
    history.replace(state.wanted ?? '/')
    return behindSignIn()
  }
  if (publicAddresses.has(address)) return 'entrance'
  if (!isSignedIn && address.startsWith('/q/')) {
    history.replace(verificationOf(address.slice('/q/'.length), search), {}, { ignoreBlocker: true })
    return 'entrance'
  }
  if (isSignedIn || !appSections.has(address.split('/')[1] ?? '')) return behindSignIn()
  history.replace('/login', { wanted: href }, { ignoreBlocker: true })
  return 'entrance'
}

/**
 * Call it once per document. Who opens the sign-in by its own address wants no page that was asked for before, but the
 * browser keeps that state when an address is opened again. After a reload or Back it is still wanted.
 */
export function beginDocument() {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { pathname, href, state } = history.location
  if (pathname === '/login' && state.wanted && opened?.type === 'navigate') history.replace(href)
}

/** Where a code on paper leads those who are not signed in. */
function verificationOf(code: string, search: string): string {
  const fingerprint = new URLSearchParams(search).get('f')
  const query = new URLSearchParams({ codigo: decodeURIComponent(code), ...(fingerprint && { f: fingerprint }) })
  return `${verificationPath}?${query}`
}

const behindSignIn = () => (dutyOf(session.get()?.user) ? 'duty' : 'app')

/** What the signed-in user must do before anything else. */
export const dutyOf = (user: unknown) => typeof user === 'object' && user !== null && 'duty' in user && user.duty

/** Calls `changed` whenever the program may have changed. */
export function watchProgram(changed: () => void) {
  session.subscribe(changed)
  history.subscribe(changed)
}

/** First segments of the app's addresses; every other address is a page that does not exist. */
export const appSections = new Set([
  '',
  'ajuda',
  'conferencia',
  'notificacoes',
  'ocorrencias',
  'perfil',
  'protocolos',
  'protocols',
  'q',
  'rastreamento',
  'relatorios',
  'retornos',
  'settings',
])
