import { createFileRoute } from '@tanstack/react-router'
import { prefetchChoices } from '../../../features/protocols/form/prefetch-choices.ts'
import { NewProtocolPage } from '../../../features/protocols/new-protocol/new-protocol-page.tsx'

export const Route = createFileRoute('/_app/protocolos/novo')({
  loader: ({ context }) => prefetchChoices(context.queryClient),
  component: NewProtocolPage,
})
