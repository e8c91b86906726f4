import { IconLock } from '@tabler/icons-react'
import { EmptyState } from './states.tsx'

/** Replaces a screen that the user may not see. */
export function NoAccess({ reason }: { reason: string }) {
  return (
    <EmptyState title="Você não tem acesso a esta tela" icon={IconLock}>
      {reason}.
    </EmptyState>
  )
}
