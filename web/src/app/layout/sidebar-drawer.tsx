import { Drawer } from '@mantine/core'
import { Logo } from '../../ui/logo.tsx'
import classes from './sidebar.module.css'
import { sidebarId } from './sidebar.tsx'
import { SidebarLinks } from './sidebar-links.tsx'

export function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      id={sidebarId}
      opened={isOpen}
      onClose={onClose}
      title={<Logo />}
      size={272}
      classNames={{ content: classes.drawer, header: classes.drawerHeader, close: classes.drawerClose }}
    >
      <SidebarLinks onNavigate={onClose} />
    </Drawer>
  )
}
