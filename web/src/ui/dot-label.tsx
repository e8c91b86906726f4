import classes from './dot-label.module.css'

/** A name with its own colour as a dot beside it (category chips); without a colour, only the name. */
export function DotLabel({ color, children }: { color?: string | null; children: string }) {
  return (
    <span className={classes.label}>
      {color && <span className={classes.dot} style={{ background: color }} aria-hidden />}
      <span className={classes.name}>{children}</span>
    </span>
  )
}
