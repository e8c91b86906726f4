import { TitledDrawer } from '../../ui/dialog/side-panel.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import classes from './layout.module.css'
import { SidebarLinks, sidebarId } from './sidebar.tsx'

/** The sidebar on a phone. It may be open on the first render. */
export default function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <TitledDrawer
      id={sidebarId}
      name="Malote"
      title={<Logo />}
      opened={useOpened(isOpen)}
      onClose={onClose}
      size={272}
      classNames={{ content: classes.drawer, header: classes.drawerHeader, close: classes.drawerClose }}
    >
      <SidebarLinks onNavigate={onClose} />
    </TitledDrawer>
  )
}
