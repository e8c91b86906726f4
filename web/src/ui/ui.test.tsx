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
import { describe, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { LinkButton } from './link-button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { TextLink } from './text-link.tsx'

describe('anchor link', () => {
  it.each([
    ['link in text', TextLink],
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
})

describe('lazy part', () => {
  const Greeting = ({ name }: { name: string }) => <p>Olá, {name}</p>

  it('is drawn at once when it has been loaded before, and is loaded once', async () => {
    const load = vi.fn(async () => ({ default: Greeting }))
    const Part = lazyPart(load, <p>Um momento</p>)
    expect(renderToStaticMarkup(<Part name="Ana" />)).toBe('<p>Um momento</p>')
    await Promise.all([Part.preload(), Part.preload()])
    expect(renderToStaticMarkup(<Part name="Ana" />)).toBe('<p>Olá, Ana</p>')
    expect(load).toHaveBeenCalledOnce()
  })

  it('is loaded again after a failure', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const load = vi.fn(async () => ({ default: Greeting })).mockRejectedValueOnce(new Error('no network'))
    const Part = lazyPart(load)
    await expect(Part.preload()).rejects.toThrow('no network')
    await Part.preload()
    expect(renderToStaticMarkup(<Part name="Ana" />)).toBe('<p>Olá, Ana</p>')
  })
})

describe('progress bar', () => {
  it('shows and says large numbers with their thousands apart', () => {
    const bar = renderToStaticMarkup(<ProgressBar completed={1500} total={12_000} label="Prazos recalculados" />)
    expect(bar).toContain('aria-valuetext="1.500 de 12.000"')
    expect(bar).toContain('1.500/12.000')
  })
})
