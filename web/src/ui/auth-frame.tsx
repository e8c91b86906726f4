import type { ReactNode } from 'react'
import classes from './auth-frame.module.css'
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
            {hint && <p className="soft mt-4">{hint}</p>}
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

const questions = ['Quem enviou', 'Onde está agora', 'Quem responde por ele', 'Quando deve voltar']

/** A drawing of what the product does: the path with its four questions, and the return path. */
function CustodyPath() {
  return (
    <div className={classes.drawing}>
      <ol className="no-bullets">
        {questions.map((question, index) => (
          <li key={question} className={classes.station} data-current={index === 1} data-to-come={index > 1}>
            <span className={classes.stop} aria-hidden />
            {question}
          </li>
        ))}
      </ol>
      <svg
        className={classes.back}
        viewBox="0 0 120 400"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M0 398H58a60 60 0 0 0 60-60V62A60 60 0 0 0 58 2H0" />
      </svg>
    </div>
  )
}
