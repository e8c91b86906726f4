import { availableParallelism } from 'node:os'
import { passwordLogins } from '@malote/core/auth/password-login.ts'
import { rolePairs } from '@malote/core/auth/role-pairs.ts'
import { secondStepDemands } from '@malote/core/auth/second-step-rules.ts'
import { z } from 'zod'
import { smtpWithTls } from '../http/tls-defaults.ts'
import {
  addresses,
  databaseUrl,
  days,
  onOrOff,
  poolSize,
  port,
  sender,
  text,
  timeZone,
  trustProxy,
  url,
  wholeNumber,
  within,
} from './values.ts'

/**
 * Five connections per core keep CPU and disk busy; more would only queue in the database instead of here. At most 17,
 * so that four instances fit into PostgreSQL's default of 100 connections.
 */
const usualPoolSize = Math.min(17, Math.max(10, 5 * availableParallelism()))

/** Every setting, named like its environment variable. */
export const variables = z.object({
  PORT: port.default(5000),
  // meets V12.1.1, V12.1.2, V12.2.1, V12.2.2
  HOST: text.default('127.0.0.1'),
  // meets V3.5.4
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
  /**
   * Maximum connections of this process for requests. Exports and the job queue use up to three more each, live updates
   * one.
   */
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
  INSTALLATION_ID: z.uuid('informe uma identidade como 0b0e4e62-7f3c-4d0c-9a53-0d2b8c1f7a11').toLowerCase().optional(),
  /** Secret with which backups are authenticated. */
  // meets V11.1.1, V11.1.2
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
  BACKUP_KEEP: wholeNumber(1, 3660).default(14),
  /** Secret with which backups are encrypted. */
  BACKUP_KEY: text.min(32, 'informe pelo menos 32 caracteres ao acaso').optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://usuario:senha@servidor:587')
    .transform(smtpWithTls)
    .optional(),
  MAIL_FROM: sender.default('Malote <malote@localhost>'),
  APP_TIMEZONE: timeZone.default('America/Sao_Paulo'),
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
  UPLOAD_MAX_MB: within(1, 1024).default(20),
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
  FAIR_USE_FACTOR: within(0.01, 1000).default(1),
  /** Maximum size of all files that one person sends in 24 hours, in MiB. */
  UPLOAD_DAILY_MB: wholeNumber(1, 1_000_000).default(2048),
  TRUST_PROXY: trustProxy.default(false),
  /** Bearer token for `/metrics`, `/readyz` and the API's description, for callers from other machines. */
  OPERATOR_TOKEN: text.min(24, 'informe ao menos 24 caracteres').optional(),
  /** Collector of OpenTelemetry traces (OTLP over HTTP). The exporter also reads its headers and the like by itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318').optional(),
  OTEL_SERVICE_NAME: text.default('malote'),
  /** Share of the traces that are exported. */
  OTEL_TRACES_SAMPLER_ARG: within(0, 1).default(1),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'informe silent, fatal, error, warn, info, debug ou trace',
    })
    .default('warn'),
})
export type Variables = z.infer<typeof variables>
