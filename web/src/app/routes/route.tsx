import type { QueryClient } from '@tanstack/react-query'
import {
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  useMatch,
  useNavigate,
  useSearch,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { configQuery } from '../../domain/organisation/config.ts'
import type { DialogSearch } from '../../domain/screens/searches.ts'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

export const app = createRoute({
  getParentRoute: () => root,
  id: '_app',
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(configQuery)
  },
  component: lazyRouteComponent(() => import('../layout/app-layout.tsx'), 'AppLayout'),
})

/** How to navigate within a page. */
interface Manner {
  replace?: boolean
  /** Whether the page stays scrolled as it is. */
  keepsPlace?: boolean
}

/** A page whose code is loaded with its route. */
type PageFile<Props> = () => Promise<{ default: (props: Props) => ReactNode }>

interface Changing<Search> {
  search: Search
  onSearch: (asked: Search, manner?: Manner) => void
}

/** Makes the next search params of the current ones and of what the page asks for. */
type Next<Search> = (current: Search, asked: Search) => Search

/** The component of a route that gives its page more than the search params. */
export const preloading = (page: AsyncRouteComponent<never>, component: () => ReactNode): RouteComponent =>
  Object.assign(component, { preload: () => page.preload?.() })

/** The component of a route whose page gets the search params and changes them. */
export function withSearch<Search extends object>(
  page: PageFile<Changing<Search>>,
  next: Next<Search>,
  manner?: Manner,
) {
  const Page = lazyRouteComponent(page)
  return preloading(Page, () => <Page {...useChangingSearch(next, manner)} />)
}

/** The same for a screen of the settings, whose search params are its open dialog. */
export function withDialog<Search extends DialogSearch>(
  page: PageFile<{ dialog: Search; onDialog: (asked: DialogSearch, manner?: Manner) => void }>,
  next: (current: Search, asked: DialogSearch) => Search,
) {
  const Page = lazyRouteComponent(page)
  return preloading(Page, () => {
    const { search, onSearch } = useChangingSearch<Search>(next, { keepsPlace: true })
    return <Page dialog={search} onDialog={onSearch as (asked: DialogSearch, manner?: Manner) => void} />
  })
}

/** Changes some search params and keeps the others. */
export const changed =
  <Search extends object>(parse: (address: Record<string, unknown>) => Search): Next<Search> =>
  (current, asked) =>
    parse({ ...current, ...asked } as Record<string, unknown>)

export function useChangingSearch<Search extends object>(next: Next<Search>, usual?: Manner): Changing<Search> {
  const search: object = useSearch({ strict: false })
  const from: string = useMatch({ strict: false, select: ({ fullPath }): string => fullPath })
  const navigate = useNavigate({ from: from as never })
  const onSearch = (asked: Search, manner?: Manner) => {
    const { replace, keepsPlace = false } = { ...usual, ...manner }
    const change = { search: (current: Search) => next(current, asked), replace, resetScroll: !keepsPlace }
    void navigate(change as never)
  }
  return { search: search as Search, onSearch }
}

/** Loads data with code that is not part of the first visit. If it cannot be loaded, the page says so. */
export function later<Part>(part: Promise<Part>, load: (part: Part) => unknown) {
  part.then(load, () => undefined)
}
