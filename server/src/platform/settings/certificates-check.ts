import { connect, type TLSSocket } from 'node:tls'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { countInWords } from '@malote/core/shared/measures.ts'
import type { CheckState, SystemCheck } from '@malote/core/system/system-check.ts'
import type { Config } from './config.ts'

/** Milliseconds that a server has for its handshake. */
const timeoutMs = 1_500

/** Days before the end: automatic renewals run a month before, so that fewer days mean that one has failed. */
const soon = 21
const verySoon = 7

interface Finding {
  state: CheckState
  sentence: string
}

/** How long the TLS certificates last of the servers that our addresses name: our own, provider, bucket, mail server. */
export async function certificatesCheck(config: Config, now: Date): Promise<SystemCheck> {
  const head = { id: 'certificates', title: 'Certificados TLS' }
  const servers = serversOf(config)
  if (servers.length === 0) {
    const advice = config.APP_URL.startsWith('http://localhost')
      ? null
      : 'Use um proxy com TLS e um APP_URL com https:.'
    return { ...head, state: 'off', summary: 'Nenhum endereço usa TLS.', advice }
  }
  const findings = await Promise.all(servers.map(({ host, port }) => findingOf(host, port, now)))
  const state =
    (['problem', 'warning'] as const).find((one) => findings.some((finding) => finding.state === one)) ?? 'ok'
  const summary = findings
    .toSorted((one, other) => Number(one.state === 'ok') - Number(other.state === 'ok'))
    .map(({ sentence }) => sentence)
    .join(' ')
  const advice = state === 'ok' ? null : 'Renove o certificado e verifique por que a renovação automática não o fez.'
  return { ...head, state, summary, advice }
}

/** Each host and port once. */
function serversOf({ APP_URL, OIDC_ISSUER, S3_ENDPOINT, SMTP_URL }: Config) {
  const defaultPorts: Record<string, number> = { 'https:': 443, 'smtps:': 465 }
  const servers = [APP_URL, OIDC_ISSUER, S3_ENDPOINT, SMTP_URL].flatMap((address) => {
    if (address === undefined) return []
    const { protocol, hostname, port } = new URL(address)
    const usual = defaultPorts[protocol]
    const host = hostname.replace(/^\[(.+)\]$/, '$1')
    return usual === undefined ? [] : [{ host, port: port === '' ? usual : Number(port) }]
  })
  return [...new Map(servers.map((server) => [`${server.host}:${server.port}`, server])).values()]
}

async function findingOf(host: string, port: number, now: Date): Promise<Finding> {
  const seen = await certificateOf(host, port)
  if (typeof seen === 'string')
    return { state: 'warning', sentence: `${host}:${port} não pôde ser verificado: ${seen}.` }
  const { until, problem } = seen
  const days = Math.floor((until.getTime() - now.getTime()) / 86_400_000)
  const day = inPortuguese(until.toISOString().slice(0, 10))
  if (days < 0) return { state: 'problem', sentence: `O certificado de ${host} venceu em ${day}.` }
  const left = days === 0 ? 'vence hoje' : `vale até ${day} (${countInWords(days, 'dia', 'dias')})`
  if (problem !== undefined)
    return {
      state: 'warning',
      sentence: `O certificado de ${host} ${left}, mas não é confiável para este servidor: ${problem}.`,
    }
  const state = days < verySoon ? 'problem' : days < soon ? 'warning' : 'ok'
  return { state, sentence: `O certificado de ${host} ${left}.` }
}

/** The end of a server's certificate, also of one that is not trusted; or why there is none to be seen. */
function certificateOf(host: string, port: number): Promise<{ until: Date; problem?: string } | string> {
  return new Promise((resolve) => {
    // The certificate is only read. Nothing is sent over this connection.
    const socket: TLSSocket = connect({
      host,
      port,
      servername: /[a-z]/i.test(host) ? host : '',
      rejectUnauthorized: false,
    })
    const end = (result: { until: Date; problem?: string } | string) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(timeoutMs, () => end('tempo esgotado'))
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => end(code ?? message))
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      if (!valid_to) return end('sem certificado')
      const reason = socket.authorizationError as Error | string | undefined
      // Expired certificates are reported by their date.
      const problem =
        socket.authorized || `${reason}` === 'CERT_HAS_EXPIRED'
          ? undefined
          : `${(reason as { code?: string })?.code ?? reason}`
      end({ until: new Date(valid_to), ...(problem !== undefined && { problem }) })
    })
  })
}
