import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MenuLink } from '../../ui/menu-link.tsx'
import { useSession, useViewer } from '../session.tsx'
import { userMenu } from './navigation.ts'
import classes from './user-menu.module.css'

const initials = (name: string) => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return `${first[0] ?? ''}${others.at(-1)?.[0] ?? ''}`.toUpperCase()
}

export function UserMenu() {
  const { logout } = useSession()
  const { name, role, departmentName } = useViewer()
  const navigate = useNavigate()

  // Whoever leaves on purpose does not leave an address behind for the next person.
  const leave = async () => {
    await logout()
    await navigate({ to: '/login', replace: true })
  }
  return (
    <Menu width={224}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Menu de ${name}`}>
          <span className={classes.initials} aria-hidden>
            {initials(name)}
          </span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
