import type { AuditAction, AuditSubject } from '@malote/core/audit/audit-event.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'

/** The signed-in person of one request, with what the audit has to know of the request. */
export interface Actor extends Viewer {
  /** Network address of the client. */
  address: string
  /** How many people acts of this person may notify in an hour. */
  mostNotified: number
  /** Events recorded for this request; each gets a line in the security log when the request has succeeded. */
  audited: Audited[]
}

/** An event without its content, which must not get into the log. */
export interface Audited {
  action: AuditAction
  subject: Pick<AuditSubject, 'kind' | 'id'> | null
}
