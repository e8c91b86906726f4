export interface Page {
  name: string
  path: string
  /** Without a session; the others are seen by the person of the demo data who may do everything. */
  isPublic?: boolean
}

/** The sign-in, everything in the sidebar and what lies one press behind it. The protocol of the detail page is any. */
export const pagesOf = (protocolId: number): readonly Page[] => [
  { name: 'login', path: '/login', isPublic: true },
  { name: 'dashboard', path: '/' },
  { name: 'protocol list', path: '/protocolos' },
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
