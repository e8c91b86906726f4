import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { SessionProvider } from '../domain/session/session.tsx'
import { refuseStrayFiles } from '../lib/stray-files.ts'
import { MissingPartNotice } from './missing-part-notice.tsx'
import { queryClient, router } from './router.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'

export function App() {
  // In the same moment in which the app stands; what it has drawn looks the same.
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  useEffect(refuseStrayFiles, [])
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
        <MissingPartNotice />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
