import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AppLayout } from './app/layout/app-layout.tsx'
import { ThemeProvider } from './app/theme/theme-provider.tsx'
import { SessionContext } from './domain/session/session.tsx'
import { LoginScreen } from './features/auth/login-screen.tsx'

const nobody = { id: 0, name: '', role: 'Usuário' } as SessionUser

/**
 * What stands on the page while the app is on its way: the frame of whoever is signed in, the sign-in for anybody else.
 * It is seen, not used; public/boot.js chooses, and the app takes it away. Runs at build time.
 */
export async function prerender(): Promise<string> {
  const frame = await drawn(() => <AppLayout />)
  const login = await drawn(() => <LoginScreen onSubmit={async () => {}} />)
  const parts = part('frame', frame) + part('login', login)
  // The theme's variables once, and no title: the page's own is still to come.
  const [styles] = parts.match(/(<style.*?<\/style>)+/s) ?? ['']
  const drawing = withoutFields(parts.replace(/<(style|title).*?<\/\1>/gs, ''))
  return `${styles}<div id="shell" aria-hidden="true" inert>${drawing}</div>`
}

/** A program that fills in forms does not ask whether a field is inert: what it wrote would go with the drawing. */
const withoutFields = (markup: string) => markup.replace(/<input [^>]*?(class="[^"]*")[^>]*>/g, '<div $1></div>')

async function drawn(component: () => ReactNode): Promise<string> {
  // No address of the app: nothing in the frame is where the user is.
  const routeTree = createRootRoute({ component, notFoundComponent: () => null })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/-'] }) })
  await router.load()
  return renderToStaticMarkup(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SessionContext value={{ user: nobody, login: idle, logout: idle, update: () => {} }}>
          <RouterProvider router={router as never} />
        </SessionContext>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

const idle = async () => {}

const part = (name: string, markup: string) => `<div data-part="${name}">${markup}</div>`
