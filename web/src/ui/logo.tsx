import classes from './logo.module.css'

/** The mark (the flap of a pouch, which is also a path between two stops) and, unless hidden, the name. */
export function Logo({ isNameHidden = false }: { isNameHidden?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg width="28" height="28" viewBox="0 0 32 32" role="img" aria-label="Malote" focusable="false">
        <rect width="32" height="32" rx="8" className={classes.ground} />
        <g fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinejoin="round">
          <path d="M8 21V9.5l8 7.5 8-7.5V20" />
          <circle cx="24" cy="22.6" r="2.4" />
        </g>
        <circle cx="8" cy="22.6" r="2.9" fill="currentColor" />
      </svg>
      {!isNameHidden && <span aria-hidden>Malote</span>}
    </span>
  )
}
