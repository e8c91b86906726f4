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
import { LinkButton, TextLink } from './links.tsx'
import { columnsOf, type PlacedStop, placed } from './path/path-chain.tsx'
import type { ChainStop } from './path/path-facts.ts'
import { ProgressBar } from './progress-bar.tsx'
import { inQuarters } from './spoken.tsx'
import { pageNumbers } from './table/pagination.tsx'

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

describe('spoken', () => {
  describe('a percentage that is spoken', () => {
    it('changes four times on its way', () => {
      const told = Array.from({ length: 101 }, (_, percent) => inQuarters(percent))
      expect([...new Set(told)]).toEqual([0, 25, 50, 75, 100])
      expect(inQuarters(99)).toBe(75)
    })
  })
})

describe('page numbers', () => {
  // proves 2.12.7, 9.13
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [3, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, 3, 4, 'gap-after', 6]],
    [3, 20, [1, 2, 3, 4, 'gap-after', 20]],
    [4, 20, [1, 'gap-before', 3, 4, 5, 'gap-after', 20]],
    [10, 20, [1, 'gap-before', 9, 10, 11, 'gap-after', 20]],
    [17, 20, [1, 'gap-before', 16, 17, 18, 'gap-after', 20]],
    [18, 20, [1, 'gap-before', 17, 18, 19, 20]],
    [20, 20, [1, 'gap-before', 17, 18, 19, 20]],
  ])('on page %d of %d shows %j', (current, last, expected) => expect(pageNumbers(current, last)).toEqual(expected))

  it('shows five numbers at most, the current one among them, wherever one is', () => {
    for (let last = 1; last <= 12; last += 1) {
      for (let page = 1; page <= last; page += 1) {
        const numbers = pageNumbers(page, last).filter((one) => typeof one === 'number')
        expect(numbers).toHaveLength(Math.min(5, last))
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, page, last]))
      }
    }
  })
})

describe('a path of several stops', () => {
  const stop = (name: string, ...onward: ChainStop[]): ChainStop => ({
    ...{ key: name, label: '', name, isHere: false, line: 'solid', onward },
  })

  /** `Jurídico 2/1`: its column and row. */
  const places = ({ stop: { name }, column, row, onward }: PlacedStop): string[] => [
    `${name} ${column}/${row}`,
    ...onward.flatMap(places),
  ]

  // proves 20.66
  it('gives each further way on a row of its own, below those of the ways before', () => {
    const root = placed(
      stop(
        'RH',
        stop('Jurídico', stop('Diretoria', stop('Obras'), stop('Saúde')), stop('Compras', stop('Patrimônio'))),
      ),
    )
    expect(places(root)).toEqual([
      'RH 1/1',
      'Jurídico 2/1',
      'Diretoria 3/1',
      'Obras 4/1',
      'Saúde 4/2',
      'Compras 3/3',
      'Patrimônio 4/3',
    ])
    expect(columnsOf(root)).toBe(4)
  })
})
