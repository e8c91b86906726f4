import type { ReactNode } from 'react'
import classes from './auth-frame.module.css'
import { CustodyPath } from './entrance-picture.tsx'
import { Logo } from './logo.tsx'
import { PrivacyLink } from './privacy-link.tsx'

interface AuthFrameProps {
  title: string
  hint?: ReactNode
  children: ReactNode
}

/** Layout of the pages before sign-in: the form, and the drawing next to it. */
export function AuthFrame({ title, hint, children }: AuthFrameProps) {
  return (
    <div className={classes.frame}>
      <title>{`${title} · Malote`}</title>
      <main className={classes.side}>
        <div className={classes.form}>
          <Logo />
          <div>
            <h1 className={classes.title}>{title}</h1>
            {hint && <p className={classes.hint}>{hint}</p>}
          </div>
          {children}
        </div>
        <footer className={classes.foot}>
          <PrivacyLink>Privacidade</PrivacyLink>
        </footer>
      </main>
      <aside className={classes.art} aria-label="Sobre o Malote">
        <CustodyPath />
      </aside>
    </div>
  )
}
