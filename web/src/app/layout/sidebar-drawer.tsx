import { useMounted } from '@mantine/hooks'
import { Logo } from '../../ui/logo.tsx'
import { TitledDrawer } from '../../ui/titled-drawer.tsx'
import classes from './sidebar.module.css'
import { sidebarId } from './sidebar.tsx'
import { SidebarLinks } from './sidebar-links.tsx'

/** The sidebar on a phone. It may be open on the first render. */
export default function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Mantine records the element to return the focus to when the drawer opens, but not if it mounts open.
  const isReady = useMounted()
  return (
    <TitledDrawer
      id={sidebarId}
      name="Malote"
      title={<Logo />}
      opened={isReady && isOpen}
      onClose={onClose}
      size={272}
      classNames={{ content: classes.drawer, header: classes.drawerHeader, close: classes.drawerClose }}
    >
      <SidebarLinks onNavigate={onClose} />
    </TitledDrawer>
  )
}
