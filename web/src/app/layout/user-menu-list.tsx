import { Menu } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MenuLink } from '../../ui/menu-link.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { RowMenuState } from '../../ui/use-row-menu.ts'
import { useSession, useViewer } from '../session.tsx'
import { userMenu } from './navigation.ts'
import classes from './user-menu.module.css'

/** Loaded when it is first opened. */
export default function UserMenuList({ menu }: { menu: RowMenuState }) {
  const { logout } = useSession()
  const { name, role, departmentName } = useViewer()
  const navigate = useNavigate()

  // Whoever leaves on purpose does not leave an address behind for the next person.
  const leave = async () => {
    await logout()
    await navigate({ to: '/login', replace: true })
  }
  return (
    <RowMenu menu={menu} width={224}>
      <Menu.Label>
        <span className={classes.name}>{name}</span>
        {[role, departmentName].filter(Boolean).join(' · ')}
      </Menu.Label>
      {userMenu.map(({ label, icon: Icon, link }) => (
        <MenuLink key={link.to} {...link} leftSection={<Icon size={16} aria-hidden />}>
          {label}
        </MenuLink>
      ))}
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
        Sair
      </Menu.Item>
    </RowMenu>
  )
}
