import { canAdminister } from '@malote/core/users/user-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { configQuery } from '../../domain/organisation/config.ts'
import { useSession } from '../../domain/session/session.tsx'
import { Live } from '../../features/live/live.tsx'
import { contentId } from '../../lib/content.ts'
import { isTimeZoneKnown } from '../../lib/format.ts'
import { storage } from '../../lib/storage.ts'
import { keepFocus } from '../../ui/dialog/keep-focus.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OfflineNotice } from '../../ui/offline-notice.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { useMedia } from '../../ui/use-media.ts'
import classes from './app-layout.module.css'
import { Footer } from './footer.tsx'
import { Proof } from './proof.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useReach } from './use-reach.ts'

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
  const isReached = useReach()
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
        <OfflineNotice isReached={isReached} />
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
