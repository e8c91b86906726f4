import { createFileRoute } from '@tanstack/react-router'
import { protocolsQuery } from '../../../domain/protocols/protocols.api.ts'
import {
  protocolFilterOf,
  protocolSearch,
  rememberedProtocols,
} from '../../../features/protocols/list/protocol-search.ts'
import { ProtocolsPage } from '../../../features/protocols/list/protocols-page.tsx'

export const Route = createFileRoute('/_app/protocolos/')({
  validateSearch: protocolSearch,
  beforeLoad: rememberedProtocols.open,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page keeps the current rows until the next ones arrive.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(protocolsQuery(protocolFilterOf(deps)))
  },
  component: ProtocolsRoute,
})

function ProtocolsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ProtocolsPage
      search={search}
      onSearch={(change, options) =>
        navigate({ search: (current) => protocolSearch({ ...current, ...change }), ...options })
      }
      onChoose={rememberedProtocols.keep}
    />
  )
}
