import type { FastifyRequest } from 'fastify'

/**
 * Older links for invitations and forgotten passwords have their token in the query, and the way back from a provider
 * has its code there (contract 18.1).
 */
const token = /([?&](?:[^?&=#]*token|code)=)[^&#]*/gi
/**
 * The address of a calendar feed is its token (contract 21.20), and so is the one that switches off a kind of mail; however
 * it is spelled, with or without a host before it, and whether or not something answers there.
 */
const tokenPath = /^(?:https?:\/\/[^/]*)?\/+api\/+(calendar|unsubscribe)\//i

/** The logged form of a request: like Fastify's, without the tokens and codes in its URL. */
export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: withoutTokens(url),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})

function withoutTokens(url: string): string {
  const kind = tokenPath.exec(decoded(url))?.[1]?.toLowerCase()
  if (kind === undefined) return url.replace(token, '$1…')
  return kind === 'calendar' ? '/api/calendar/….ics' : `/api/${kind}/…`
}

/** Never throws, as `decodeURIComponent` does. */
const decoded = (url: string) =>
  url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
