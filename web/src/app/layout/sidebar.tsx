import { Tooltip } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { isActive, type NavigationEntry, navigation } from '../../domain/screens/navigation.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from './layout.module.css'

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

interface SidebarLinksProps {
  isCollapsed?: boolean
  onNavigate?: () => void
}

export function SidebarLinks({ isCollapsed = false, onNavigate }: SidebarLinksProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const linkTo = ({ label, icon: Icon, link }: NavigationEntry) => (
    <Link
      {...link}
      className={classes.link}
      data-active={isActive(link.to, path)}
      aria-current={link.to === path ? 'page' : undefined}
      aria-label={isCollapsed ? label : undefined}
      onClick={onNavigate}
    >
      <Icon size={20} stroke={1.6} className="rigid" aria-hidden />
      {!isCollapsed && label}
    </Link>
  )
  return (
    <nav aria-label="Principal">
      <ul className={classes.links}>
        {navigation.map((entry) => (
          <li key={entry.link.to}>
            {isCollapsed ? (
              <Tooltip label={entry.label} position="right">
                {linkTo(entry)}
              </Tooltip>
            ) : (
              linkTo(entry)
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
