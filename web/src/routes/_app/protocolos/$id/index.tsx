import { createFileRoute } from '@tanstack/react-router'
import { protocolQuery } from '../../../../domain/protocols/protocols.api.ts'
import { detailSearch } from '../../../../features/protocols/detail/detail-search.ts'
import { ProtocolPage } from '../../../../features/protocols/detail/protocol-page.tsx'
import { protocolIdOf } from '../../../../features/protocols/protocol-id.ts'

export const Route = createFileRoute('/_app/protocolos/$id/')({
  validateSearch: detailSearch,
  loader: ({ context, params }) => {
    const id = protocolIdOf(params.id)
    if (id !== null) void context.queryClient.prefetchQuery(protocolQuery(id))
  },
  component: ProtocolRoute,
})

function ProtocolRoute() {
  const id = protocolIdOf(Route.useParams().id)
  const navigate = Route.useNavigate()
  return (
    <ProtocolPage
      key={id}
      id={id}
      search={Route.useSearch()}
      onSearch={(search, options) => navigate({ search, resetScroll: false, ...options })}
    />
  )
}
