import { ActionIcon, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useRef } from 'react'
import { useHint } from '../use-hint.ts'
import classes from './table.module.css'

interface RowActionProps {
  /** Accessible name with action and object: 'Excluir Jurídico'. */
  label: string
  /** Tooltip with the action. */
  hint: string
  icon: TablerIcon
  /** Why it cannot be done now; shown on hover and focus, and read by screen readers. */
  refusal?: string | null
  isDangerous?: boolean
  onPress: () => void
}

/** A small button in a row. A refused one stays focusable, so that its reason can be read. */
export function RowAction({ label, hint, icon: Icon, refusal, isDangerous = false, onPress }: RowActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isShown, show, hide, target } = useHint()
  return (
    <>
      <ActionIcon
        ref={button}
        className={classes.action}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        data-dangerous={(isDangerous && !refusal) || undefined}
        {...(refusal ? { 'aria-disabled': true, 'data-disabled': true, 'aria-description': refusal } : {})}
        {...target}
        onClick={() => {
          if (refusal) return show()
          hide()
          onPress()
        }}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isShown !== null && <Tooltip target={button} opened={isShown} label={refusal ?? hint} multiline maw={280} />}
    </>
  )
}
