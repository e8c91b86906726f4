import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/protocols/')({
  beforeLoad: () => {
    throw redirect({ href: '/protocolos', replace: true })
  },
})
