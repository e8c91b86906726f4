import {
  IconAlertTriangle,
  IconBell,
  IconCalendarDue,
  IconCalendarTime,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconQrcode,
  IconScan,
  IconSun,
} from '@tabler/icons-react'
import { navigation } from '../../domain/screens/navigation.ts'
import { showOverlay } from '../../domain/screens/overlays.ts'
import { sectionsFor } from '../../domain/screens/sections.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { useLeave } from '../../domain/session/use-leave.ts'
import { useTheme } from '../../ui/use-theme.ts'
import type { Entry } from './entries.ts'

interface OwnEntries {
  screens: Entry[]
  /** Screens within other screens, only found by name. */
  innerScreens: Entry[]
  actions: Entry[]
}

/** Entries that need no request: screens, and actions available everywhere. */
export function useOwnEntries(): OwnEntries {
  const { theme, toggle } = useTheme()
  const leave = useLeave()
  const viewer = useViewer()
  return {
    screens: navigation.map(({ label, icon, link }) => ({ id: `screen-${link.to}`, icon, label, go: link.to })),
    innerScreens: [
      { id: 'screen-/notificacoes', icon: IconBell, label: 'Notificações', go: '/notificacoes' },
      { id: 'screen-/ocorrencias', icon: IconAlertTriangle, label: 'Ocorrências', go: '/ocorrencias' },
      { id: 'screen-/conferencia', icon: IconScan, label: 'Conferência', go: '/conferencia' },
      { id: 'screen-/verificar', icon: IconQrcode, label: 'Verificar um papel', go: '/verificar' },
      {
        id: 'screen-/retornos?view=calendario',
        icon: IconCalendarDue,
        label: 'Calendário de devoluções',
        hint: 'Retorno de Itens',
        go: '/retornos?view=calendario',
      },
      {
        id: 'screen-/retornos?view=pedidos',
        icon: IconCalendarTime,
        label: 'Pedidos de prazo',
        hint: 'Retorno de Itens',
        go: '/retornos?view=pedidos',
      },
      ...sectionsFor(viewer)
        .filter(({ isDisabled }) => !isDisabled)
        .map(({ title, icon, link }) => ({
          id: `screen-${link.to}`,
          icon,
          label: title,
          hint: 'Configurações',
          go: link.to,
        })),
    ],
    actions: [
      { id: 'new-protocol', icon: IconPlus, label: 'Novo Protocolo', go: '/protocolos/novo' },
      theme === 'dark'
        ? { id: 'theme', icon: IconSun, label: 'Usar tema claro', go: toggle }
        : { id: 'theme', icon: IconMoon, label: 'Usar tema escuro', go: toggle },
      { id: 'shortcuts', icon: IconKeyboard, label: 'Atalhos de teclado', go: () => showOverlay('shortcuts') },
      { id: 'leave', icon: IconLogout, label: 'Sair', go: leave },
    ],
  }
}
