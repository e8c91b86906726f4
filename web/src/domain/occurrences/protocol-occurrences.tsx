import { occurrencesAnchor } from '@malote/core/notifications/notification.ts'
import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hadOccurrences, OccurrenceList } from './occurrence-list.tsx'
import classes from './occurrences.module.css'

interface ProtocolOccurrencesProps {
  protocol: ProtocolDetail
  onResolve: (occurrence: Occurrence) => void
}

/** The occurrences of all items of a protocol; nothing when it never had any. */
export function ProtocolOccurrences(props: ProtocolOccurrencesProps) {
  return hadOccurrences(props.protocol) && <Section {...props} />
}

function Section(props: ProtocolOccurrencesProps) {
  const section = useRef<HTMLElement>(null)
  const isAsked = useLocation({ select: ({ hash }) => hash === occurrencesAnchor })
  useEffect(() => {
    if (isAsked) section.current?.focus()
  }, [isAsked])
  return (
    <section ref={section} id={occurrencesAnchor} tabIndex={-1} className={classes.section} aria-label="Ocorrências">
      <OccurrenceList {...props} heading={<h2 className={classes.title}>Ocorrências</h2>} />
    </section>
  )
}
