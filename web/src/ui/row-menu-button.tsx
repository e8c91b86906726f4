import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import classes from './row-action.module.css'
import { type RowMenuState, useRowMenu } from './use-row-menu.ts'

interface RowMenuButtonProps {
  /** Whose actions they are, for screen readers. */
  label: string
  /** The menu, as a lazy component: no list waits for what nobody has opened yet. */
  children: (menu: RowMenuState) => ReactNode
}

export function RowMenuButton({ label, children }: RowMenuButtonProps) {
  const [target, menu] = useRowMenu()
  return (
    <>
      <ActionIcon {...target} className={classes.action} variant="subtle" color="gray" size={32} aria-label={label}>
        <IconDotsVertical size={18} aria-hidden />
      </ActionIcon>
      {menu && <Suspense fallback={null}>{children(menu)}</Suspense>}
    </>
  )
}
