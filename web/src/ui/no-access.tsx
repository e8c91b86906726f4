import { IconLock } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

/** Instead of a screen, for whoever may not see it. */
export function NoAccess({ reason }: { reason: string }) {
  return (
    <EmptyState title="Você não tem acesso a esta tela" icon={IconLock}>
      {reason}.
    </EmptyState>
  )
}
