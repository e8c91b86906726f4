import { type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react'
import { refuseStrayFiles } from '../lib/stray-files.ts'
import { MissingPartNotice } from './missing-part-notice.tsx'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** Wraps both programs. */
export function Stage({ children }: { children: ReactNode }) {
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
