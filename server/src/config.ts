import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { compile } from '@fastify/proxy-addr'
import { passwordLogins } from '@malote/core/auth/password-login.ts'
import { rolePairs } from '@malote/core/auth/role-pairs.ts'
import { secondStepDemands } from '@malote/core/auth/second-step-rules.ts'
import { z } from 'zod'
import { databaseWithTls, isThisMachine, smtpWithTls } from './lib/tls-defaults.ts'
import { StartupError } from './startup-error.ts'

const portProblem = 'informe um número de 0 a 65535'
const port = z
  .string()
  .regex(/^\s*\d+\s*$/, portProblem)
  .transform(Number)
  .pipe(z.number().max(65_535, portProblem))

const poolSizeProblem = 'informe um número de 2 a 500'
const poolSize = z
  .string()
  .regex(/^\s*\d+\s*$/, poolSizeProblem)
  .transform(Number)
  .pipe(z.number().min(2, poolSizeProblem).max(500, poolSizeProblem))

/**
 * Five connections per core keep CPU and disk busy; more would only queue in the database instead of here. At most 17,
 * so that four instances fit into PostgreSQL's default of 100 connections.
 */
const usualPoolSize = Math.min(17, Math.max(10, 5 * availableParallelism()))

const daysProblem = (fewest: number) => `informe um número inteiro de dias, de ${fewest} a 36500`
const days = (fewest: number) =>
  z.coerce
    .number({ error: daysProblem(fewest) })
    .int(daysProblem(fewest))
    .min(fewest, daysProblem(fewest))
    .max(36_500, daysProblem(fewest))

const dailyProblem = 'informe um número inteiro de 1 a 1000000'
const shareProblem = 'informe um número de 0 a 1'
const keepProblem = 'informe um número inteiro de 1 a 3660'
const factorProblem = 'informe um número de 0.01 a 1000'

const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, hostname: /./, error: `informe um endereço como ${example}` })

/** The server may be a socket in the query string. */
const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value), {
    error: 'informe um endereço como postgresql://usuario:senha@servidor/banco',
  })
  .transform(databaseWithTls)

const text = z.string().trim().min(1)

/** An e-mail address, alone or with a display name. */
const sender = text.regex(/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
  error: 'informe um remetente como Malote <malote@exemplo.com.br>',
})

/** E-mail addresses, separated by commas. */
const addresses = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine((all) => all.every((address) => z.email().safeParse(address).success), {
    error: 'informe endereços de e-mail, separados por vírgulas',
  })

/** `true`, `false`, or the addresses of the proxies in front of us, separated by commas. */
const trustProxy = z
  .string()
  .refine((value) => value === 'true' || value === 'false' || value.split(',').every(isProxy), {
    error: 'informe true, false ou os endereços dos proxies, como 10.0.0.1 ou 10.0.0.0/8',
  })
  .transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value))

/**
 * Uses the same parser as Fastify, plus a check: the parser alone would read `1` as the address 0.0.0.1 and `010.0.0.1`
 * as 8.0.0.1.
 */
function isProxy(value: string): boolean {
  const address = value.trim()
  try {
    compile(address)
  } catch {
    return false
  }
  return isIP(address.replace(/\/.*$/, '')) !== 0 || /^[a-z]+$/.test(address)
}

const onOrOff = (usual: 'on' | 'off') => z.enum(['on', 'off'], { error: 'informe on ou off' }).default(usual)

/** Only names: PostgreSQL interprets the sign of a numeric offset the other way round. */
const isTimeZone = (name: string) => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const environment = z
  .object({
    PORT: port.default(5000),
    HOST: text.default('127.0.0.1'),
    /** Public URL, without a slash at the end; used in e-mails and QR codes. */
    APP_URL: url(/^https?$/, 'https://malote.exemplo.com.br')
      .refine((value) => !/[?#]/.test(value), 'informe um endereço sem ? e #, como https://malote.exemplo.com.br')
      .optional(),
    /** Embedded database and attachments, relative to the working directory. */
    DATA_DIR: text.default('./data'),
    /** Account that a server started as root continues as. */
    RUN_AS: text.optional(),
    DATABASE_URL: databaseUrl.optional(),
    /** PostgreSQL itself, when DATABASE_URL leads to a pooler: for what needs a session of its own. The same role. */
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    /** The owner of the database, who migrates it; the server itself then works as the role of DATABASE_URL. */
    DATABASE_OWNER_URL: databaseUrl.optional(),
    /** Maximum connections of this process for requests. Exports and the job queue use up to three more each, the notifications one. */
    DATABASE_POOL_SIZE: poolSize.default(usualPoolSize),
    /** A streaming replica that answers dashboard, reports, tracking and exports while it is up to date. */
    DATABASE_REPLICA_URL: databaseUrl.optional(),
    /** Where new attachments are stored; by default in the bucket if there is one. The other place is read, too. */
    FILES_STORE: z.enum(['disk', 's3'], { error: 'informe disk ou s3' }).optional(),
    S3_BUCKET: text.optional(),
    S3_REGION: text.default('us-east-1'),
    /** Default: Amazon S3. */
    S3_ENDPOINT: url(/^https?$/, 'https://s3.exemplo.com.br').optional(),
    /** `off` allows an S3_ENDPOINT of another host with http:. */
    S3_TLS: onOrOff('on'),
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    /** Identity that this database continues, after it was moved to another server; see `files/installation.ts`. */
    INSTALLATION_ID: z
      .uuid('informe uma identidade como 0b0e4e62-7f3c-4d0c-9a53-0d2b8c1f7a11')
      .toLowerCase()
      .optional(),
    /** Secret with which backups are authenticated. */
    ARCHIVE_KEY: text.min(32, 'informe pelo menos 32 caracteres').optional(),
    /** Folder for daily backups. */
    BACKUP_DIR: text.optional(),
    /** Bucket for daily backups, with an optional prefix: `bucket/prefix`. Takes the other settings of S3. */
    BACKUP_BUCKET: text
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*[\w-])?$/, 'informe um bucket, como copias ou copias/malote')
      .optional(),
    /** Time of day in APP_TIMEZONE from which the day's backup is made. */
    BACKUP_AT: text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'informe uma hora como 02:00').default('02:00'),
    /** Number of verified daily backups that are kept. */
    BACKUP_KEEP: z.coerce
      .number({ error: keepProblem })
      .int(keepProblem)
      .min(1, keepProblem)
      .max(3660, keepProblem)
      .default(14),
    /** Secret with which backups are encrypted. */
    BACKUP_KEY: text.min(32, 'informe pelo menos 32 caracteres ao acaso').optional(),
    SMTP_URL: url(/^smtps?$/, 'smtp://usuario:senha@servidor:587')
      .transform(smtpWithTls)
      .optional(),
    MAIL_FROM: sender.default('Malote <malote@localhost>'),
    APP_TIMEZONE: z
      .string()
      .refine(isTimeZone, 'informe um fuso horário como America/Sao_Paulo')
      .default('America/Sao_Paulo'),
    ADMIN_EMAIL: z.email('informe um endereço de e-mail').optional(),
    ADMIN_PASSWORD: text.optional(),
    ORG_NAME: text.optional(),
    /** Addresses that get the day's anchor of the history, separated by commas. */
    ANCHOR_MAIL: addresses.default([]),
    /** Path of a PNG or JPEG of at most 1 MiB, for the letterhead. */
    ORG_LOGO: text.optional(),
    SUPPORT_EMAIL: z.email('informe um endereço de e-mail').optional(),
    SUPPORT_PHONE: text.optional(),
    /** E-mail address or URL of the data protection officer, for the privacy notice. */
    DPO_CONTACT: text.optional(),
    /** Days for which notifications are kept: unread ones, and those that were read. */
    RETENTION_NOTIFICATIONS_DAYS: days(1).default(365),
    RETENTION_READ_NOTIFICATIONS_DAYS: days(1).default(180),
    /** Days for which audited events are kept, at least six months (Marco Civil da Internet, art. 15). Default: for ever. */
    RETENTION_AUDIT_DAYS: days(180).optional(),
    /** Days after which somebody who was deactivated becomes anonymous. Default: never. */
    RETENTION_PEOPLE_DAYS: days(1).optional(),
    /** OpenID Connect: the provider's issuer URL. Its discovery document must be below it. */
    OIDC_ISSUER: url(/^https?$/, 'https://login.exemplo.com.br')
      .refine(
        (value) => /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))/i.test(value),
        'o provedor precisa de https, a não ser neste mesmo computador',
      )
      .optional(),
    OIDC_CLIENT_ID: text.optional(),
    OIDC_CLIENT_SECRET: text.optional(),
    /** The provider's name on the button 'Entrar com …'. */
    OIDC_LABEL: text.default('a conta da organização'),
    /** Whether somebody who signs in for the first time gets an account. */
    OIDC_CREATE: onOrOff('off'),
    /** `claim=value:role`, separated by commas: the first pair that fits gives the role. */
    OIDC_ROLES: rolePairs.default([]),
    /** Who may sign in with a password. */
    PASSWORD_LOGIN: z.enum(passwordLogins, { error: 'informe on, off ou admins' }).default('on'),
    /** Who must take a second step to sign in with a password. */
    REQUIRE_SECOND_STEP: z.enum(secondStepDemands, { error: 'informe off, admins, managers ou all' }).default('off'),
    /** Encrypts the secrets of authenticator apps in the database. */
    SECOND_STEP_KEY: z.string().trim().min(32, 'informe pelo menos 32 caracteres ao acaso').optional(),
    /** Maximum size of an attachment, in MiB. */
    UPLOAD_MAX_MB: z.coerce.number({ error: 'informe um número de 1 a 1024' }).min(1).max(1024).default(20),
    /** The virus scanner clamd: `host:port`, or the path of its Unix socket. Without it, uploads are not scanned. */
    CLAMAV_HOST: text
      .regex(/^(\/.+|[^\s/:]+:\d{1,5}|\[[0-9a-f:]+\]:\d{1,5})$/i, 'informe um endereço como 127.0.0.1:3310')
      .optional(),
    /** What happens to uploads while the scanner does not respond. */
    CLAMAV_ON_FAILURE: z.enum(['refuse', 'accept'], { error: 'informe refuse ou accept' }).default('refuse'),
    /** HTTP Strict Transport Security where APP_URL has https: for this host, its subdomains too, or for the preload list. */
    HSTS: z
      .enum(['off', 'on', 'subdomains', 'preload'], { error: 'informe off, on, subdomains ou preload' })
      .default('on'),
    /** Multiplies what one person may ask per minute, see `fairUsePlugin`. */
    FAIR_USE_FACTOR: z.coerce
      .number({ error: factorProblem })
      .min(0.01, factorProblem)
      .max(1000, factorProblem)
      .default(1),
    /** Maximum size of all files that one person sends in 24 hours, in MiB. */
    UPLOAD_DAILY_MB: z.coerce
      .number({ error: dailyProblem })
      .int(dailyProblem)
      .min(1, dailyProblem)
      .max(1_000_000, dailyProblem)
      .default(2048),
    TRUST_PROXY: trustProxy.default(false),
    /** Bearer token for `/metrics`, `/readyz` and the API's description, for callers from other machines. */
    OPERATOR_TOKEN: text.min(24, 'informe ao menos 24 caracteres').optional(),
    /** Collector of OpenTelemetry traces (OTLP over HTTP). The exporter also reads its headers and the like by itself. */
    OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318').optional(),
    OTEL_SERVICE_NAME: text.default('malote'),
    /** Share of the traces that are exported. */
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number({ error: shareProblem })
      .min(0, shareProblem)
      .max(1, shareProblem)
      .default(1),
    LOG_LEVEL: z
      .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
        error: 'informe silent, fatal, error, warn, info, debug ou trace',
      })
      .default('warn'),
  })
  .superRefine((values, context) => {
    if (values.BACKUP_DIR !== undefined && values.BACKUP_BUCKET !== undefined) {
      const message = 'informe BACKUP_DIR ou BACKUP_BUCKET, não as duas'
      context.addIssue({ code: 'custom', path: ['BACKUP_BUCKET'], message })
    }
    if (values.S3_ENDPOINT !== undefined && values.S3_BUCKET === undefined && values.BACKUP_BUCKET === undefined) {
      context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message: 'é obrigatória quando S3_ENDPOINT é informada' })
    }
    if (values.FILES_STORE === 's3' && values.S3_BUCKET === undefined) {
      context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message: 'é obrigatória quando FILES_STORE é s3' })
    }
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const) {
      if (values[name] === undefined || values.DATABASE_URL !== undefined) continue
      const message = `é obrigatória quando ${name} é informada`
      context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message })
    }
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
      if (values.OIDC_ISSUER === undefined || values[name] !== undefined) continue
      context.addIssue({ code: 'custom', path: [name], message: 'é obrigatória quando OIDC_ISSUER é informada' })
    }
    if (values.PASSWORD_LOGIN !== 'on' && values.OIDC_ISSUER === undefined) {
      const message = `é obrigatória quando PASSWORD_LOGIN é ${values.PASSWORD_LOGIN}`
      context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message })
    }
    if (
      values.S3_ENDPOINT?.startsWith('http:') &&
      values.S3_TLS === 'on' &&
      !isThisMachine(new URL(values.S3_ENDPOINT).hostname)
    ) {
      const message = 'informe um endereço https:, ou também S3_TLS=off para enviar os anexos sem proteção'
      context.addIssue({ code: 'custom', path: ['S3_ENDPOINT'], message })
    }
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      const bucket = values.S3_BUCKET !== undefined ? 'S3_BUCKET' : 'BACKUP_BUCKET'
      if (values[bucket] === undefined || values[name] !== undefined) continue
      context.addIssue({ code: 'custom', path: [name], message: `é obrigatória quando ${bucket} é informada` })
    }
  })
  .transform(({ APP_URL, ...values }) => ({
    ...values,
    APP_URL: (APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
  }))

/**
 * Every setting as an empty variable, which counts as absent. For the environment of a test's or benchmark's server:
 * it then uses neither the settings of this process nor those of `.env`.
 */
export const blankSettings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(environment.in.shape).map((name) => [name, '']),
)

/** The settings of a process, named like their environment variables. */
export type Config = z.infer<typeof environment>

/**
 * Reads the settings, by default from the environment and from `.env` in the working directory; the environment takes
 * precedence. Empty values count as absent, as in `SMTP_URL=`.
 *
 * @throws StartupError that names the first invalid variable
 */
export function readConfig(variables: Record<string, string | undefined> = environmentAndFile()): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (parsed.success) return parsed.data

  const issue = parsed.error.issues[0]
  throw new StartupError(`A variável ${issue?.path.join('.')} está incorreta: ${issue?.message}.`)
}

/** All that the demo takes from the environment: nothing that names another host or a secret. */
const demoVariables = [
  ...['PORT', 'APP_URL', 'DATA_DIR', 'APP_TIMEZONE', 'LOG_LEVEL', 'TRUST_PROXY', 'UPLOAD_MAX_MB'],
  ...['ORG_NAME', 'ORG_LOGO', 'SUPPORT_EMAIL', 'SUPPORT_PHONE', 'DPO_CONTACT'],
] as const satisfies (keyof Config)[]

/**
 * The settings of `npm run demo`. It often starts beside a production `.env`, so it does not read that file, forgets
 * every setting except {@link demoVariables}, and listens on the loopback interface only.
 *
 * @throws StartupError that names the first invalid variable
 */
export function readDemoConfig(variables: Record<string, string | undefined> = process.env): Config {
  const kept = Object.fromEntries(demoVariables.map((name) => [name, variables[name]]))
  return readConfig({ ...kept, DATA_DIR: variables.DATA_DIR?.trim() || './data-demo', HOST: '127.0.0.1' })
}

function environmentAndFile() {
  try {
    process.loadEnvFile()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new StartupError('O arquivo .env não pode ser lido: verifique as permissões.', { cause })
    }
  }
  return process.env
}
