import { type ReactNode, StrictMode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { drafts } from '../lib/drafts.ts'
import { refuseStrayFiles } from '../lib/files.ts'
import { missingPart } from '../lib/missing-part.ts'
import classes from './app.module.css'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** Wraps each program in the theme, and says when a part of it could not be loaded. */
export function ProgramRoot({ children }: { children: ReactNode }) {
  // Removes the prerendered HTML in the same frame in which the program renders; both look the same.
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  useEffect(refuseStrayFiles, [])
  return (
    <StrictMode>
      <ThemeProvider>
        {children}
        <MissingPartNotice />
      </ThemeProvider>
    </StrictMode>
  )
}

/** Part of the first bundle and without imports of its own to load, because those files may be gone. */
function MissingPartNotice() {
  const isMissing = useSyncExternalStore(missingPart.subscribe, missingPart.get)
  if (!isMissing) return null
  const reload = () => {
    drafts.keepAll()
    window.location.reload()
  }
  return (
    <div className={classes.notice} role="alert">
      <p>Uma parte do Malote não pôde ser carregada. Recarregue a página para continuar.</p>
      <div className="flex gap-8 at-end">
        <button type="button" className={classes.way} onClick={missingPart.dismiss}>
          Depois
        </button>
        <button type="button" className={classes.way} data-main onClick={reload}>
          Recarregar
        </button>
      </div>
    </div>
  )
}
