import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect, useParams, useSearch } from '@tanstack/react-router'
import { categoriesQuery, departmentsQuery, itemTypesQuery } from '../../domain/catalogs/catalogs.api.ts'
import { protocolQuery, protocolsQuery } from '../../domain/protocols/protocols.api.ts'
import {
  type DetailSearch,
  detailSearch,
  newProtocolSearch,
  type ProtocolSearch,
  protocolFilterOf,
  protocolSearch,
  rememberedProtocols,
} from '../../domain/screens/searches.ts'
import { ApiError } from '../../lib/api-error.ts'
import { app, changed, preloading, useChangingSearch } from './route.tsx'

const protocolIdOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** The protocol of the address; null when it is not a valid number. */
const useProtocolId = () => protocolIdOf((useParams({ strict: false }) as { id: string }).id)

/** Prefetches the options of a protocol's fields with the page; a field whose options are not loaded yet shows so. */
function prefetchChoices({ context: { queryClient } }: { context: { queryClient: QueryClient } }) {
  void queryClient.prefetchQuery(departmentsQuery)
  void queryClient.prefetchQuery(itemTypesQuery)
  void queryClient.prefetchQuery(categoriesQuery)
}

const nextProtocols = changed(protocolSearch)
const ProtocolsPage = lazyRouteComponent(() => import('../../features/protocols/list/protocols-page.tsx'))

const protocols = createRoute({
  getParentRoute: () => app,
  path: '/protocolos',
  validateSearch: protocolSearch,
  beforeLoad: rememberedProtocols.open,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(protocolsQuery(protocolFilterOf(deps)))
  },
  component: preloading(ProtocolsPage, () => {
    const { onSearch: onChoose } = useChangingSearch<ProtocolSearch>((current, asked) =>
      rememberedProtocols.keep(nextProtocols(current, asked)),
    )
    return <ProtocolsPage {...useChangingSearch(nextProtocols)} onChoose={onChoose} />
  }),
})

const NewProtocolPage = lazyRouteComponent(() => import('../../features/protocols/new-protocol/new-protocol-page.tsx'))

const newProtocol = createRoute({
  getParentRoute: () => app,
  path: '/protocolos/novo',
  validateSearch: newProtocolSearch,
  loader: prefetchChoices,
  component: preloading(NewProtocolPage, () => {
    const { from = null } = useSearch({ strict: false }) as ReturnType<typeof newProtocolSearch>
    return <NewProtocolPage key={from ?? 'new'} from={from} />
  }),
})

const ProtocolPage = lazyRouteComponent(() => import('../../features/protocols/detail/protocol-page.tsx'))

const protocol = createRoute({
  getParentRoute: () => app,
  path: '/protocolos/$id',
  validateSearch: detailSearch,
  loader: ({ context, params }) => {
    const id = protocolIdOf(params.id)
    if (id !== null) void context.queryClient.prefetchQuery(protocolQuery(id))
  },
  component: preloading(ProtocolPage, () => {
    const id = useProtocolId()
    // What was found out about a paper stays while its protocol is looked at (contract 22.11).
    const search = useChangingSearch<DetailSearch>(({ papel }, asked) => ({ ...asked, papel }), { keepsPlace: true })
    return <ProtocolPage key={id} id={id} {...search} />
  }),
})

const EditProtocolPage = lazyRouteComponent(
  () => import('../../features/protocols/edit-protocol/edit-protocol-page.tsx'),
)

const editProtocol = createRoute({
  getParentRoute: () => app,
  path: '/protocolos/$id/editar',
  loader: prefetchChoices,
  component: preloading(EditProtocolPage, () => {
    const id = useProtocolId()
    return <EditProtocolPage key={id} id={id} />
  }),
})

/** Where the QR codes of papers and labels lead people who are signed in (contract 22.11). */
const code = createRoute({
  getParentRoute: () => app,
  path: '/q/$code',
  loader: async ({ params: { code }, location }) => {
    // Not the parsed search: a fingerprint such as 12e45678 would be read as a number.
    const fingerprint = new URLSearchParams(location.searchStr).get('f')
    const { findByCode } = await import('../../domain/codes/codes.api.ts')
    const found = await findByCode(code).catch((error) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
      throw error
    })
    if (found === null) {
      const query = new URLSearchParams({ codigo: code, ...(fingerprint && { f: fingerprint }) })
      throw redirect({ href: `${verificationPath}?${query}`, replace: true })
    }
    const papel = fingerprint === null ? undefined : `f-${fingerprint.toLowerCase()}`
    throw redirect({
      to: '/protocolos/$id',
      params: { id: String(found.protocolId) },
      search: { item: found.itemId ?? undefined, papel },
      replace: true,
    })
  },
})

export const protocolRoutes = [protocols, newProtocol, protocol, editProtocol, code] as const
