import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** The name of an entry that shows its icon only; loaded when the sidebar is first folded. */
export default function SidebarHint({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  )
}
