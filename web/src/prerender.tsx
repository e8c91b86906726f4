import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { AppLayout } from './app/layout/app-layout.tsx'
import { ThemeProvider } from './app/theme/theme-provider.tsx'
import { SessionContext } from './domain/session/session.tsx'
import { LoginScreen } from './features/auth/login-screen.tsx'

const nobody = { user: { id: 0, name: '', role: 'Usuário' } as SessionUser, logout: () => {}, update: () => {} }

/**
 * The HTML shown until React renders: the app's frame for signed-in users, the sign-in for others.
 * It is visible but inert; public/boot.js chooses one. Runs at build time.
 */
export async function prerender(): Promise<string> {
  // Matches no route, so no entry of the sidebar is marked as current.
  const routeTree = createRootRoute({ component: AppLayout, notFoundComponent: () => null })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/-'] }) })
  await router.load()
  const markup = renderToStaticMarkup(
    <ThemeProvider>
      <div id="shell" aria-hidden inert>
        <div data-part="frame">
          <QueryClientProvider client={new QueryClient()}>
            <SessionContext value={nobody}>
              <RouterProvider router={router as never} />
            </SessionContext>
          </QueryClientProvider>
        </div>
        <div data-part="login">
          <LoginScreen onSubmit={async () => {}} />
        </div>
      </div>
    </ThemeProvider>,
  )
  return withoutFields(markup).replace(/<title>.*?<\/title>/, '')
}

/** Password managers ignore `inert`: what they fill in would be lost with this markup. */
const withoutFields = (markup: string) => markup.replace(/<input [^>]*?(class="[^"]*")[^>]*>/g, '<div $1></div>')
