import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/protocols/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/protocolos/${encodeURIComponent(params.id)}`, replace: true })
  },
})
