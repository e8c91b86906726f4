import { createFileRoute } from '@tanstack/react-router'
import { ownSessionsQuery } from '../../features/profile/profile.api.ts'
import { ProfilePage } from '../../features/profile/profile-page.tsx'

export const Route = createFileRoute('/_app/perfil')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(ownSessionsQuery)
  },
  component: ProfilePage,
})
