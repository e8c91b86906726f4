import {
  IconArrowBackUp,
  IconChartBar,
  IconFileText,
  IconHelpCircle,
  IconLayoutDashboard,
  IconRoute,
  IconSettings,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

export interface NavigationEntry {
  label: string
  icon: TablerIcon
  link: { to: string }
}

/** The sidebar's entries, in the order of contract 2.2.1. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', icon: IconLayoutDashboard, link: linkOptions({ to: '/' }) },
  { label: 'Protocolos', icon: IconFileText, link: linkOptions({ to: '/protocolos' }) },
  { label: 'Retorno de Itens', icon: IconArrowBackUp, link: linkOptions({ to: '/retornos' }) },
  { label: 'Rastreamento', icon: IconRoute, link: linkOptions({ to: '/rastreamento' }) },
  { label: 'Relatórios', icon: IconChartBar, link: linkOptions({ to: '/relatorios' }) },
  { label: 'Configurações', icon: IconSettings, link: linkOptions({ to: '/settings' }) },
  { label: 'Perfil', icon: IconUser, link: linkOptions({ to: '/perfil' }) },
  { label: 'Ajuda', icon: IconHelpCircle, link: linkOptions({ to: '/ajuda' }) },
]

/** Entries of the user's menu, above 'Sair'. */
export const userMenu: readonly NavigationEntry[] = [
  { label: 'Meu Perfil', icon: IconUser, link: linkOptions({ to: '/perfil' }) },
]

/** True if the path is the entry's or below it; '/' only matches itself. */
export const isActive = (entry: string, path: string) =>
  path === entry || (entry !== '/' && path.startsWith(`${entry}/`))
