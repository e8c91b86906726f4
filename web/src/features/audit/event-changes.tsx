import type { AuditEvent } from '@malote/core/audit/audit-event.ts'
import { auditFieldWords, auditValueWords, auditWords } from '@malote/core/audit/audit-words.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import classes from './audit.module.css'

/** The fields of an event, folded: what they were and what they are, or what the event says of itself. */
export function EventChanges({ action, before, after }: AuditEvent) {
  const names = Object.keys({ ...before, ...after }).filter((name) => !isIdOfName(name, before, after))
  if (names.length === 0) return null
  const isChange = Boolean(before && after)
  return (
    <details className={classes.changes}>
      <summary>
        {isChange ? 'Ver o que mudou' : 'Ver detalhes'}
        <VisuallyHidden>: {auditWords(action)}</VisuallyHidden>
      </summary>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{auditFieldWords(name)}</dt>
            <dd>
              {isChange && (
                <>
                  <span className={classes.old}>{auditValueWords(name, before?.[name])}</span>
                  <IconArrowRight size={14} aria-hidden className={classes.arrow} />
                  <VisuallyHidden> passou a </VisuallyHidden>
                </>
              )}
              <span>{auditValueWords(name, (after ?? before)?.[name])}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The department's name is shown beside its id, which says nothing to people. */
const isIdOfName = (name: string, ...sides: (object | null | undefined)[]) =>
  name === 'udpid' && sides.some((side) => side && 'department_name' in side)
