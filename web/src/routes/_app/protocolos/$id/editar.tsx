import { createFileRoute } from '@tanstack/react-router'
import { EditProtocolPage } from '../../../../features/protocols/edit-protocol/edit-protocol-page.tsx'
import { prefetchChoices } from '../../../../features/protocols/form/prefetch-choices.ts'
import { protocolIdOf } from '../../../../features/protocols/protocol-id.ts'

export const Route = createFileRoute('/_app/protocolos/$id/editar')({
  loader: ({ context }) => prefetchChoices(context.queryClient),
  component: EditProtocolRoute,
})

function EditProtocolRoute() {
  const { id } = Route.useParams()
  return <EditProtocolPage id={protocolIdOf(id)} />
}
