import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useViewer } from '../../domain/session/session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useRowMenu } from '../../ui/use-row-menu.ts'
import classes from './user-menu.module.css'

const UserMenuList = lazyPart(() => import('./user-menu-list.tsx'))

const initials = (name: string) => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return `${first[0] ?? ''}${others.at(-1)?.[0] ?? ''}`.toUpperCase()
}

export function UserMenu() {
  const { name } = useViewer()
  const [target, menu] = useRowMenu()
  return (
    <>
      <UnstyledButton {...target} className={classes.button} aria-label={`Menu de ${name}`}>
        <span className={classes.initials} aria-hidden>
          {initials(name)}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <Suspense fallback={null}>{menu && <UserMenuList menu={menu} />}</Suspense>
    </>
  )
}
