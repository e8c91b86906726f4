export interface Page {
  name: string
  path: string
  /** Visited without a session; the other pages are visited by the Admin of the demo data. */
  isPublic?: boolean
  /** Targets for a first visit; pages without them are only reported. */
  bars?: Bars
}

interface Bars {
  /** kB of 1,000 bytes, brotli. */
  scripts: number
  /** Milliseconds. */
  paint: number
  /** Milliseconds, from processor time. */
  blocking: number
}

/** Targets for every first visit. */
export const barsOfAll = { requests: 25, shift: 0.01 }

const entrance: Bars = { scripts: 95, paint: 600, blocking: 100 }
const firstScreen: Bars = { scripts: 235, paint: 1_000, blocking: 100 }

/** The sign-in, all pages in the sidebar and those one click behind them. The detail page may show any protocol. */
export const pagesOf = (protocolId: number): readonly Page[] => [
  { name: 'login', path: '/login', isPublic: true, bars: entrance },
  { name: 'forgot password', path: '/esqueci-senha', isPublic: true, bars: entrance },
  { name: 'answer', path: `/responder#${'a'.repeat(43)}r`, isPublic: true, bars: entrance },
  { name: 'privacy', path: '/privacidade', isPublic: true, bars: entrance },
  { name: 'dashboard', path: '/', bars: { ...firstScreen, blocking: 200 } },
  { name: 'protocol list', path: '/protocolos', bars: firstScreen },
  { name: 'protocol', path: `/protocolos/${protocolId}` },
  { name: 'new protocol', path: '/protocolos/novo' },
  { name: 'returns', path: '/retornos' },
  { name: 'tracking', path: '/rastreamento' },
  { name: 'reports', path: '/relatorios' },
  { name: 'settings', path: '/settings' },
  { name: 'users', path: '/settings/users' },
  { name: 'suppliers', path: '/settings/suppliers' },
  { name: 'calendar', path: '/settings/calendar' },
  { name: 'profile', path: '/perfil' },
  { name: 'help', path: '/ajuda' },
]
