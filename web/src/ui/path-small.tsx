import { VisuallyHidden } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import classes from './path-small.module.css'

export type Side = 'from' | 'to'

interface PathSmallProps {
  from: string
  to: string
  /** The side that has custody now; null when the protocol is finished. */
  where?: Side | null
  /** The viewer's own department gets a dot. */
  own?: Side | null
}

/** A path in one line, as in tables and lists: `Recursos Humanos → Jurídico`. */
export function PathSmall({ from, to, where = null, own = null }: PathSmallProps) {
  return (
    <span className={classes.path}>
      <PathEnd name={from} isHere={where !== 'to'} isOwn={own === 'from'} />
      <span className={classes.destination}>
        <IconArrowNarrowRight size={16} stroke={1.5} className={classes.arrow} aria-hidden />
        <VisuallyHidden> para </VisuallyHidden>
        <PathEnd name={to} isHere={where !== 'from'} isOwn={own === 'to'} />
      </span>
    </span>
  )
}

function PathEnd({ name, isHere, isOwn }: { name: string; isHere: boolean; isOwn: boolean }) {
  return (
    <span className={classes.stop} data-here={isHere}>
      {isOwn && <span className={classes.own} title="Seu departamento" aria-hidden />}
      {name}
    </span>
  )
}
