import { Link } from '@tanstack/react-router'
import { Logo } from '../../ui/logo.tsx'
import classes from './layout.module.css'
import { SidebarLinks } from './sidebar-links.tsx'

export const sidebarId = 'menu-lateral'

export function Sidebar({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <aside id={sidebarId} className={classes.sidebar} data-collapsed={isCollapsed}>
      <Link to="/" className={classes.home} aria-label="Malote, página inicial">
        <Logo isNameHidden={isCollapsed} />
      </Link>
      <SidebarLinks isCollapsed={isCollapsed} />
    </aside>
  )
}
