import { Menu } from '@mantine/core'
import { IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react'
import { userMenu } from '../../domain/screens/navigation.ts'
import { showOverlay } from '../../domain/screens/overlays.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { useLeave } from '../../domain/session/use-leave.ts'
import { MenuLink } from '../../ui/menu-link.tsx'
import { RowMenu, RowMenuItem } from '../../ui/row-menu.tsx'
import type { RowMenuState } from '../../ui/use-row-menu.ts'
import classes from './user-menu.module.css'

/** Loaded when it is first opened. */
export default function UserMenuList({ menu }: { menu: RowMenuState }) {
  const leave = useLeave()
  const { name, role, departmentName } = useViewer()
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
      <RowMenuItem menu={menu} icon={IconSearch} onPress={() => showOverlay('search')}>
        Busca rápida
      </RowMenuItem>
      <RowMenuItem menu={menu} icon={IconKeyboard} onPress={() => showOverlay('shortcuts')}>
        Atalhos de teclado
      </RowMenuItem>
      <RowMenuItem menu={menu} icon={IconLogout} onPress={leave}>
        Sair
      </RowMenuItem>
    </RowMenu>
  )
}
