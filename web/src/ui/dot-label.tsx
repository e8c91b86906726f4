import classes from './status-badge.module.css'

/** A name with its colour as a dot (category chips); only the name if it has no colour. */
export function DotLabel({ color, children }: { color?: string | null; children: string }) {
  return (
    <span className={classes.label}>
      {color && <span className={classes.dot} style={{ background: color }} aria-hidden />}
      <span className="shrink">{children}</span>
    </span>
  )
}
