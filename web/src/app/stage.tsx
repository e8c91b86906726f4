import { type ReactNode, StrictMode, useEffect, useLayoutEffect } from 'react'
import { refuseStrayFiles } from '../lib/stray-files.ts'
import { MissingPartNotice } from './missing-part-notice.tsx'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** What both programs share. */
export function Stage({ children }: { children: ReactNode }) {
  // The build's drawing goes in the same moment in which the program stands; it looks the same.
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
