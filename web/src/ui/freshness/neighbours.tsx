import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import classes from './freshness.module.css'

interface NeighboursProps {
  ids: readonly number[]
  current: number
  /** Something is open above and handles the keys. */
  isCovered?: boolean
  onGo: (id: number) => void
}

/** Leads from the open row to the one before and the one after it, also by K and J. */
export function Neighbours({ ids, current, isCovered = false, onGo }: NeighboursProps) {
  const at = ids.indexOf(current)
  const go = useEffectEvent((step: 1 | -1) => {
    const id = at < 0 ? undefined : ids[at + step]
    if (id !== undefined) onGo(id)
  })
  useEffect(() => {
    if (isCovered) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return
      if (isTyping(event.target)) return
      if (event.key === 'j') go(1)
      if (event.key === 'k') go(-1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isCovered])
  if (at < 0 || ids.length < 2) return null
  return (
    <div className={classes.neighbours}>
      <Step label="Anterior" shortcut="K" isEnd={at === 0} onPress={() => go(-1)} />
      <span className="soft caption numbers" role="status">
        {at + 1} de {ids.length}
      </span>
      <Step label="Próximo" shortcut="J" isEnd={at === ids.length - 1} onPress={() => go(1)} />
    </div>
  )
}

interface StepProps {
  label: 'Anterior' | 'Próximo'
  shortcut: string
  isEnd: boolean
  onPress: () => void
}

/** Stays focusable at the end of the list, so that the keyboard keeps its place. */
const Step = ({ label, shortcut, isEnd, onPress }: StepProps) => (
  <Button
    variant="subtle"
    size="compact-sm"
    aria-disabled={isEnd || undefined}
    data-disabled={isEnd || undefined}
    aria-keyshortcuts={shortcut}
    title={`${label} (tecla ${shortcut})`}
    {...(label === 'Anterior'
      ? { leftSection: <IconChevronLeft size={16} aria-hidden /> }
      : { rightSection: <IconChevronRight size={16} aria-hidden /> })}
    onClick={() => !isEnd && onPress()}
  >
    {label}
  </Button>
)
