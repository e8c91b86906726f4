import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type LinkComponentProps,
  RouterProvider,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AnchorLink } from './anchor-link.tsx'
import { LinkButton } from './link-button.tsx'

it.each([
  ['link in text', AnchorLink],
  ['link that looks like a button', LinkButton],
])('a %s to a page above is not the current page', async (_, Link: ComponentType<LinkComponentProps>) => {
  const root = createRootRoute()
  const list = createRoute({ getParentRoute: () => root, path: '/protocolos' })
  const form = createRoute({
    getParentRoute: () => list,
    path: '/novo',
    component: () => <Link to="/protocolos">Cancelar</Link>,
  })
  const router = createRouter({
    routeTree: root.addChildren([list.addChildren([form])]),
    history: createMemoryHistory({ initialEntries: ['/protocolos/novo'] }),
  })
  await router.load()
  const page = renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  expect(page).toContain('href="/protocolos"')
  expect(page).not.toContain('aria-current')
})
