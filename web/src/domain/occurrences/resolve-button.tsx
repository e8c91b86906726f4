import { kindWords, type Occurrence } from '@malote/core/occurrences/occurrence.ts'
import { mayResolve } from '@malote/core/occurrences/occurrence-rules.ts'
import { Button } from '@mantine/core'
import { nameOfItemOf } from '../items/item-name.ts'
import { useViewer } from '../session/session.tsx'

interface ResolveButtonProps {
  occurrence: Occurrence
  className?: string | undefined
  onResolve: (occurrence: Occurrence) => void
}

/** For those who may resolve an occurrence in some way; the dialog says which. */
export function ResolveButton({ occurrence, className, onResolve }: ResolveButtonProps) {
  if (!mayResolve(useViewer(), occurrence, occurrence)) return null
  return (
    <Button
      className={className}
      variant="light"
      size="compact-md"
      aria-label={`Resolver ocorrência: ${kindWords[occurrence.kind]}, ${nameOfItemOf(occurrence)}`}
      onClick={() => onResolve(occurrence)}
    >
      Resolver
    </Button>
  )
}
