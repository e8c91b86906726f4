import type { IncomingMessage, ServerResponse } from 'node:http'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import { AppError } from '@malote/core/shared/errors.ts'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../settings/config.ts'
import { isCall } from './access.ts'

/** Seconds. */
const year = 365 * 24 * 3600

/** Devices and interfaces that the application never uses. */
const unused = [
  ...['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
// The camera reads codes at the scan station, when somebody asks for it.
const permissionsPolicy = ['camera=(self)', ...unused.map((feature) => `${feature}=()`)].join(', ')

/** Security headers, compression, and 503 responses before the process is overloaded. */
export const securityPlugin = fp<{ longestDelayMs: number }>(async (app, { longestDelayMs }) => {
  const headers = headersOf({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes the styles of a component's props into its `style` attribute.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        // meets V3.4.3, V3.4.6, V3.7.1
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // meets V3.4.3, V3.4.6
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // Text becomes neither HTML nor a script; web/src/app/trusted-types.ts has the only policy.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        // The application also runs without TLS inside an organisation's network; a proxy with TLS sets its own
        // upgrade.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: transportSecurity(app.settings),
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    // No client of ours compresses what it sends, and a megabyte may unpack to more than the limits of bodies see.
    const encoding = headers['content-encoding'] ?? 'identity'
    done(encoding === 'identity' ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE'))
  })
  await app.register(underPressure, { maxEventLoopDelay: longestDelayMs, ...memoryCeilings(), retryAfter: 5 })

  app.addHook('onSend', (request, reply, _payload, done) => {
    // The route's own path: the URL of the request may be encoded differently (`/%61pi`).
    const address = request.routeOptions.url ?? request.url
    if (isDynamic(address) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
})

/**
 * Tells browsers to use only TLS, where APP_URL does. By default for this host alone: the subdomains of the organisation,
 * and a list that browsers are shipped with, are not ours to decide.
 */
function transportSecurity({ APP_URL, HSTS }: Config) {
  if (HSTS === 'off' || !APP_URL.startsWith('https:')) return false
  return { maxAge: year, includeSubDomains: HSTS !== 'on', preload: HSTS === 'preload' }
}

const isDynamic = (address: string) => isCall(address) || ['/healthz', '/readyz', '/metrics'].includes(address)

/** The headers of every response. helmet would build the same ones for each. */
function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'permissions-policy': permissionsPolicy }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** Share of the memory at which requests are refused: what is running still has to finish. */
const share = 0.9

/**
 * Bytes of memory from which on new requests get a 503, before the process runs out of memory: of V8's heap by its own
 * limit (`--max-old-space-size`), of the whole process by that of its container (cgroup), or else the machine.
 */
export function memoryCeilings(
  heapLimit = getHeapStatistics().heap_size_limit,
  containerLimit = process.constrainedMemory(),
  machine = totalmem(),
): { maxHeapUsedBytes: number; maxRssBytes: number } {
  // Without a limit, it is 0 or larger than the machine.
  const whole = containerLimit > 0 ? Math.min(containerLimit, machine) : machine
  return { maxHeapUsedBytes: Math.floor(heapLimit * share), maxRssBytes: Math.floor(whole * share) }
}
