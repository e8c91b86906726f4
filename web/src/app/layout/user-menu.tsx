import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react'
import { userMenu } from '../../domain/screens/navigation.ts'
import { showOverlay } from '../../domain/screens/overlays.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { useLeave } from '../../domain/session/use-leave.ts'
import { ActionMenu, ActionMenuItem } from '../../ui/action-menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import classes from './user-menu.module.css'

const initials = (name: string) => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return `${first[0] ?? ''}${others.at(-1)?.[0] ?? ''}`.toUpperCase()
}

export function UserMenu() {
  const leave = useLeave()
  const { name, role, departmentName } = useViewer()
  return (
    <ActionMenu
      target={(opens) => (
        <UnstyledButton {...opens} className={classes.button} aria-label={`Menu de ${name}`}>
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
