import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { SearchTrigger } from '../../features/search/search-trigger.tsx'
import { useTheme } from '../../ui/use-theme.ts'
import { sidebarId } from './sidebar.tsx'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  isSidebarOpen: boolean
  onToggleSidebar: () => void
}

const button = { variant: 'subtle', color: 'gray', size: 40 } as const

export function TopBar({ isSidebarOpen, onToggleSidebar }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <ActionIcon
        {...button}
        aria-label={isSidebarOpen ? 'Recolher menu' : 'Abrir menu'}
        aria-expanded={isSidebarOpen}
        aria-controls={sidebarId}
        onClick={onToggleSidebar}
      >
        <IconLayoutSidebar size={20} stroke={1.6} className={classes.wide} aria-hidden />
        <IconMenu2 size={20} stroke={1.6} className={classes.narrow} aria-hidden />
      </ActionIcon>
      <div className={classes.right}>
        <SearchTrigger />
        <ThemeToggle />
        <NotificationBell />
        <UserMenu />
      </div>
    </header>
  )
}

function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const Icon = theme === 'dark' ? IconSun : IconMoon
  return (
    <ActionIcon {...button} aria-label={theme === 'dark' ? 'Usar tema claro' : 'Usar tema escuro'} onClick={toggle}>
      <Icon size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
