import { IconKeyboard, IconLogout, IconMoon, IconPlus, IconSun } from '@tabler/icons-react'
import { navigation } from '../../app/layout/navigation.ts'
import { useTheme } from '../../app/theme/use-theme.ts'
import { useLeave } from '../../app/use-leave.ts'
import type { Entry } from './entries.ts'
import { showOverlay } from './overlays.ts'

/** What is there without asking the server: screens, and what one can do from anywhere. */
export function useOwnEntries(): { screens: Entry[]; actions: Entry[] } {
  const { theme, toggle } = useTheme()
  const leave = useLeave()
  return {
    screens: navigation.map(({ label, icon, link }) => ({ id: `screen-${link.to}`, icon, label, go: link.to })),
    actions: [
      { id: 'new-protocol', icon: IconPlus, label: 'Novo Protocolo', go: '/protocolos/novo' },
      theme === 'dark'
        ? { id: 'theme', icon: IconSun, label: 'Usar tema claro', go: toggle }
        : { id: 'theme', icon: IconMoon, label: 'Usar tema escuro', go: toggle },
      { id: 'shortcuts', icon: IconKeyboard, label: 'Atalhos de teclado', go: () => showOverlay('shortcuts') },
      { id: 'leave', icon: IconLogout, label: 'Sair', go: () => void leave() },
    ],
  }
}
