import type { ReactNode } from 'react'
import classes from './register.module.css'

interface RegisterCardProps {
  name: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** A row of a settings screen as a card, for phones. */
export function RegisterCard({ name, actions, children }: RegisterCardProps) {
  return (
    <div className={classes.card}>
      <strong className={classes.name}>{name}</strong>
      {actions}
      <div className={classes.details}>{children}</div>
    </div>
  )
}
