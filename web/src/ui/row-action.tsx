import { ActionIcon, Tooltip } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './row-action.module.css'

interface RowActionProps {
  /** What it does and to what, for screen readers: 'Excluir Jurídico'. */
  label: string
  /** What it does, in sight. */
  hint: string
  icon: TablerIcon
  /** Why it cannot be done now; told to whoever points at it, reaches it by keyboard or hears it. */
  refusal?: string | null
  isDangerous?: boolean
  onPress: () => void
}

/** A small button in a row; one that is refused can still be reached, to learn why. */
export function RowAction({ label, hint, icon: Icon, refusal, isDangerous = false, onPress }: RowActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  // A table has a hundred of them: a tooltip is only made for the one that somebody has come near. null: nobody yet.
  const [isNear, setNear] = useState<boolean | null>(null)
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
        onPointerEnter={() => setNear(true)}
        onPointerLeave={() => setNear(false)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setNear(true)}
        onBlur={() => setNear(false)}
        onClick={(event) => {
          if (refusal) return event.preventDefault()
          setNear(false)
          onPress()
        }}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isNear !== null && <Tooltip target={button} opened={isNear} label={refusal ?? hint} multiline maw={280} />}
    </>
  )
}
