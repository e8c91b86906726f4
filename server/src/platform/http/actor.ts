import { isIP } from 'node:net'
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

/** An IPv4 address with a port, and an IPv6 address in brackets with or without one. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.*)\](?::\d+)?)$/

/**
 * The IP address of a client. Behind a trusted proxy it is a header's text, which may be anything; some proxies write the
 * port of each connection after it. Also drops the zone (`%eth0`).
 *
 * @returns null for anything else
 */
export function plainAddress(text: string): string | null {
  const [, four, six] = withPort.exec(text) ?? []
  const [plain = ''] = (four ?? six ?? text).split('%')
  return isIP(plain) === 0 ? null : plain
}
