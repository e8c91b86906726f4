import { Tooltip } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { isActive, navigation } from './navigation.ts'
import classes from './sidebar.module.css'

interface SidebarLinksProps {
  isCollapsed?: boolean
  onNavigate?: () => void
}

export function SidebarLinks({ isCollapsed = false, onNavigate }: SidebarLinksProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav aria-label="Principal">
      <ul className={classes.links}>
        {navigation.map(({ label, icon: Icon, link }) => (
          <li key={link.to}>
            <Tooltip label={label} position="right" disabled={!isCollapsed}>
              <Link
                {...link}
                className={classes.link}
                data-active={isActive(link.to, path)}
                aria-current={link.to === path ? 'page' : undefined}
                aria-label={isCollapsed ? label : undefined}
                onClick={onNavigate}
              >
                <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
                {!isCollapsed && label}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
