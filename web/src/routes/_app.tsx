import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppLayout } from '../app/layout/app-layout.tsx'
import { configQuery } from '../domain/organisation/config.ts'
import { session } from '../lib/stored-session.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    if (!session.get()) {
      throw redirect({ to: '/login', state: { wanted: location.href }, replace: true })
    }
    void context.queryClient.prefetchQuery(configQuery)
  },
  component: AppLayout,
})
