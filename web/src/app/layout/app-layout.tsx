import { canAdminister } from '@malote/core/users/user-rules.ts'
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { configQuery } from '../../domain/organisation/config.ts'
import { userMenu } from '../../domain/screens/navigation.ts'
import { showOverlay } from '../../domain/screens/overlays.ts'
import { useSession, useViewer } from '../../domain/session/session.tsx'
import { useLeave } from '../../domain/session/use-leave.ts'
import { Live } from '../../features/live/live.tsx'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { SearchTrigger } from '../../features/search/search-trigger.tsx'
import { api } from '../../lib/api.ts'
import { storage } from '../../lib/browser-storage.ts'
import { contentId } from '../../lib/content.ts'
import { isTimeZoneKnown } from '../../lib/format.ts'
import { isServerReachable, watchServer } from '../../lib/server-reachability.ts'
import { ActionMenu, ActionMenuItem } from '../../ui/action-menu.tsx'
import { keepFocus } from '../../ui/dialog/keep-focus.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { OfflineNotice } from '../../ui/offline-notice.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useTheme } from '../../ui/use-theme.ts'
import { Footer } from './footer.tsx'
import classes from './layout.module.css'
import { Proof } from './proof.tsx'
import { Sidebar, sidebarId } from './sidebar.tsx'

// On phones it loads in parallel with the first page, so it is there when the menu is opened.
const SidebarDrawer = lazyPart(() => import('./sidebar-drawer.tsx'))
const BackupNotice = lazyPart(() => import('../../features/backups/backup-notice.tsx'))

/** Texts and forms keep a readable width in the middle of a wide screen; tables use all of it. */
const isReadable = (path: string) => /^\/(perfil|ajuda|protocolos\/(novo|\d+\/editar))/.test(path)

/** The frame of every page behind the sign-in (contract 2.2). */
export function AppLayout() {
  const isNarrow = useMedia('(max-width: 60em)')
  const isMedium = useMedia('(max-width: 75em)')
  const [choice, setChoice] = useState(() => storage.get('sidebar'))
  // Until the user chooses, a medium viewport collapses the sidebar to leave room for tables.
  const isCollapsed = choice ? choice === 'collapsed' : isMedium
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const main = useFocusOnNavigation<HTMLElement>()
  const readable = useLocation({ select: ({ pathname }) => isReadable(pathname) })
  const { user } = useSession()
  const { isPending } = useQuery(configQuery)
  const isReachable = useServerReachable()
  // On a first visit, content waits for the time zone, which loads in parallel with the page's data: no date appears in
  // a wrong zone.
  const knowsTime = !isPending || isTimeZoneKnown()

  const toggle = () => {
    if (isNarrow) return setDrawerOpen(!isDrawerOpen)
    const next = isCollapsed ? 'open' : 'collapsed'
    storage.set('sidebar', next)
    setChoice(next)
  }
  if (!user) return null // just signed out; the guard is about to redirect
  return (
    // Remounts for another user, so that no state of the previous one remains.
    <div key={user.id} ref={keepFocus} className={classes.layout} data-collapsed={isCollapsed}>
      <a href={`#${contentId}`} className={classes.skip}>
        Pular para o conteúdo
      </a>
      {isNarrow ? (
        <SidebarDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      ) : (
        <Sidebar isCollapsed={isCollapsed} />
      )}
      <div className={classes.column}>
        <TopBar isSidebarOpen={isNarrow ? isDrawerOpen : !isCollapsed} onToggleSidebar={toggle} />
        <OfflineNotice isServerReachable={isReachable} />
        <Toaster />
        <Live />
        <Proof />
        {canAdminister(user).allowed && <BackupNotice />}
        <main id={contentId} ref={main} tabIndex={-1} className={classes.main} data-readable={readable}>
          {knowsTime && <Outlet />}
        </main>
        <Footer />
      </div>
    </div>
  )
}

/** Focuses the page's content after navigation, so that keyboard and screen reader users start there. */
function useFocusOnNavigation<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const lastPath = useRef(path)

  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    target.current?.focus({ preventScroll: true })
  }, [path])
  return target
}

/** Asks for the session, which is in the database. */
const cheapCall = (signal: AbortSignal) => api.probe('/api/auth/me', signal)

/** Whether the server responds. When it does again, refetches what has failed and what is stale on the screen. */
function useServerReachable(): boolean {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      watchServer(cheapCall, () => {
        void queryClient.refetchQueries({
          type: 'active',
          predicate: (query) => query.state.status === 'error' || query.isStale(),
        })
      }),
    [queryClient],
  )
  return useSyncExternalStore(isServerReachable.subscribe, isServerReachable.get, () => true)
}

interface TopBarProps {
  isSidebarOpen: boolean
  onToggleSidebar: () => void
}

const button = { variant: 'subtle', color: 'gray', size: 40 } as const

function TopBar({ isSidebarOpen, onToggleSidebar }: TopBarProps) {
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
      <div className="row gap-4">
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

const initials = (name: string) => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return `${first[0] ?? ''}${others.at(-1)?.[0] ?? ''}`.toUpperCase()
}

function UserMenu() {
  const leave = useLeave()
  const { name, role, departmentName } = useViewer()
  return (
    <ActionMenu
      target={(opens) => (
        <UnstyledButton {...opens} className={classes.button} aria-label={`Menu de ${name} (${initials(name)})`}>
          <span className={classes.initials} aria-hidden>
            {initials(name)}
          </span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      )}
      width={224}
    >
      <Menu.Label>
        <span className={classes.name}>{name}</span>
        {[role, departmentName].filter(Boolean).join(' · ')}
      </Menu.Label>
      {userMenu.map(({ label, icon: Icon, link }) => (
        <MenuLink key={link.to} {...link} leftSection={<Icon size={16} aria-hidden />}>
          {label}
        </MenuLink>
      ))}
      <ActionMenuItem icon={IconSearch} onPress={() => showOverlay('search')}>
        Busca rápida
      </ActionMenuItem>
      <ActionMenuItem icon={IconKeyboard} onPress={() => showOverlay('shortcuts')}>
        Atalhos de teclado
      </ActionMenuItem>
      <ActionMenuItem icon={IconLogout} onPress={leave}>
        Sair
      </ActionMenuItem>
    </ActionMenu>
  )
}
