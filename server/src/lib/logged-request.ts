import type { FastifyRequest } from 'fastify'

/** The links of an invitation and of a forgotten password carry their token in the address (contract 10.17, 10.19). */
const token = /([?&][^?&=#]*token=)[^&#]*/gi

/** A request as the log shows it: as Fastify would, without the tokens of its address. */
export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: url.replace(token, '$1…'),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})
