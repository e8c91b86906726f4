import { createFileRoute } from '@tanstack/react-router'
import { AppLayout } from '../app/layout/app-layout.tsx'
import { configQuery } from '../domain/organisation/config.ts'

export const Route = createFileRoute('/_app')({
  // Not awaited: the frame renders without it.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(configQuery)
  },
  component: AppLayout,
})
