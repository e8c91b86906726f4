import { createFileRoute } from '@tanstack/react-router'
import { prefetchChoices } from '../../../features/protocols/form/prefetch-choices.ts'
import { NewProtocolPage } from '../../../features/protocols/new-protocol/new-protocol-page.tsx'
import { newProtocolSearch } from '../../../features/protocols/new-protocol/new-protocol-search.ts'

export const Route = createFileRoute('/_app/protocolos/novo')({
  validateSearch: newProtocolSearch,
  loader: ({ context }) => prefetchChoices(context.queryClient),
  component: NewProtocolRoute,
})

function NewProtocolRoute() {
  const { from } = Route.useSearch()
  return <NewProtocolPage key={from ?? 'new'} from={from ?? null} />
}
