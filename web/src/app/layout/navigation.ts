import { IconFileText, type TablerIcon } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

export interface NavigationEntry {
  label: string
  icon: TablerIcon
  link: { to: string }
}

/** The sidebar, in the order of SPEC 2; an entry joins when its screen exists. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Protocolos', icon: IconFileText, link: linkOptions({ to: '/protocolos' }) },
]

/** Entries of the user's menu, above 'Sair'. */
export const userMenu: readonly NavigationEntry[] = []

/** The current path is the entry's or lies below it; '/' is only itself. */
export const isActive = (entry: string, path: string) =>
  path === entry || (entry !== '/' && path.startsWith(`${entry}/`))
