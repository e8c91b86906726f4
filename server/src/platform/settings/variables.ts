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

/**
 * Every setting, named like its environment variable. `npm run docs:settings` writes docs/settings.md from this file:
 * the description is what operators read, `unset` what holds without a value if that is no plain default.
 */
export const variables = z.object({
  PORT: port.default(5000).describe('port on which the server listens'),
  // meets V12.1.1, V12.1.2, V12.2.1, V12.2.2
  HOST: text.default('127.0.0.1').describe('address on which the server listens'),
  // meets V3.5.4
  APP_URL: url(/^https?$/, 'https://malote.exemplo.com.br')
    .refine((value) => !/[?#]/.test(value), 'informe um endereço sem ? e #, como https://malote.exemplo.com.br')
    .optional()
    .meta({
      unset: '`http://localhost:PORT`',
      description: 'address that people use: links in e-mails, printed forms',
    }),
  DATA_DIR: text
    .default('./data')
    .describe('folder of the embedded database and the attachments, relative to the working directory'),
  RUN_AS: text.optional().meta({
    unset: 'owner of the data, or `malote`',
    description: 'account as which a server started as root continues',
  }),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      'behind a reverse proxy: `true`, or the addresses of the proxies (`10.0.0.1`, `10.0.0.0/8`, separated by commas)',
    ),
  HSTS: z
    .enum(['off', 'on', 'subdomains', 'preload'], { error: 'informe off, on, subdomains ou preload' })
    .default('on')
    .describe(
      'with an `https:` address, tells browsers to use only TLS for a year: `off`, `on` (this host), `subdomains`, `preload`',
    ),
  APP_TIMEZONE: timeZone
    .default('America/Sao_Paulo')
    .describe("time zone in which the organisation's days are counted"),

  DATABASE_URL: databaseUrl.optional().meta({
    unset: 'the embedded PostgreSQL 18',
    description:
      'any PostgreSQL 15 or newer; TLS with a verified certificate unless the address says otherwise (`sslrootcert=`, `sslmode=disable`) or is on this machine',
  }),
  DATABASE_DIRECT_URL: databaseUrl.optional().meta({
    unset: '`DATABASE_URL`',
    description:
      'PostgreSQL itself, as the same role, when `DATABASE_URL` leads to a pooler in transaction mode such as PgBouncer: for live updates, jobs and migrations ([operate-database.md](operate-database.md))',
  }),
  DATABASE_OWNER_URL: databaseUrl.optional().meta({
    unset: '`DATABASE_DIRECT_URL`',
    description:
      "the owner of that database, who migrates it; the server's own role then cannot alter tables or history ([database.md](database.md))",
  }),
  DATABASE_POOL_SIZE: poolSize.default(usualPoolSize).meta({
    unset: '5 per processor, 10 to 17',
    description:
      'maximum number of connections for requests, 2 to 500; three tenths are for transactions, the rest for reading. Exports, jobs and live updates take up to 7 more',
  }),
  DATABASE_REPLICA_URL: databaseUrl
    .optional()
    .describe(
      'a streaming replica that answers dashboard, reports, tracking and exports while it is up to date; never through a pooler',
    ),

  FILES_STORE: z.enum(['disk', 's3'], { error: 'informe disk ou s3' }).optional().meta({
    unset: '`s3` with `S3_BUCKET`, else `disk`',
    description: 'where new attachments go; files of the other place are still read',
  }),
  S3_BUCKET: text.optional().describe('bucket for attachments in S3-compatible storage'),
  S3_REGION: text.default('us-east-1').describe('region of the bucket'),
  S3_ENDPOINT: url(/^https?$/, 'https://s3.exemplo.com.br')
    .optional()
    .meta({ unset: 'Amazon S3', description: 'address of the storage' }),
  S3_TLS: onOrOff('on').describe('`off` allows an `http:` endpoint on another host'),
  S3_ACCESS_KEY_ID: text.optional().describe('key for the storage'),
  S3_SECRET_ACCESS_KEY: text.optional().describe('secret of that key'),
  UPLOAD_MAX_MB: within(1, 1024).default(20).describe('maximum size of an attachment, in MiB'),
  UPLOAD_DAILY_MB: wholeNumber(1, 1_000_000)
    .default(2048)
    .describe('maximum size of all files that one person sends in 24 hours, in MiB'),
  CLAMAV_HOST: text
    .regex(/^(\/.+|[^\s/:]+:\d{1,5}|\[[0-9a-f:]+\]:\d{1,5})$/i, 'informe um endereço como 127.0.0.1:3310')
    .optional()
    .meta({
      unset: 'no virus scan',
      description:
        "[ClamAV](https://www.clamav.net)'s clamd, which scans every upload: `host:port`, or the path of its Unix socket. Its `StreamMaxLength` must be at least `UPLOAD_MAX_MB`",
    }),
  CLAMAV_ON_FAILURE: z
    .enum(['refuse', 'accept'], { error: 'informe refuse ou accept' })
    .default('refuse')
    .describe('while clamd does not respond: `refuse` uploads, or `accept` and mark them'),

  BACKUP_DIR: text.optional().meta({
    unset: 'no scheduled backups',
    description:
      'folder in which a backup is made every day; all instances must see it. Each one is verified by a trial restore, which needs free space of the size of the database below `DATA_DIR`. Admins are told when one fails, and after 26 hours without one',
  }),
  BACKUP_BUCKET: text
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*[\w-])?$/, 'informe um bucket, como copias ou copias/malote')
    .optional()
    .describe('instead of `BACKUP_DIR`: `bucket/prefix` in the S3 of the `S3_…` settings'),
  BACKUP_AT: text
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'informe uma hora como 02:00')
    .default('02:00')
    .describe("from which hour on the day's backup is made"),
  BACKUP_KEEP: wholeNumber(1, 3660).default(14).describe('how many verified backups are kept'),
  BACKUP_KEY: text.min(32, 'informe pelo menos 32 caracteres ao acaso').optional().meta({
    unset: 'backups are not encrypted',
    description:
      'secret of at least 32 random characters: backups are encrypted with it (AES-256-GCM), and cannot be restored without it',
  }),
  // meets V11.1.1, V11.1.2
  ARCHIVE_KEY: text.min(32, 'informe pelo menos 32 caracteres').optional().meta({
    unset: 'archives are not authenticated',
    description:
      "secret of at least 32 characters: backups are sealed with it (HMAC-SHA-256), and a restore refuses an archive that was changed or made elsewhere. Keep it with the backups' other secrets, not beside them",
  }),
  INSTALLATION_ID: z
    .uuid('informe uma identidade como 0b0e4e62-7f3c-4d0c-9a53-0d2b8c1f7a11')
    .toLowerCase()
    .optional()
    .describe(
      'after the database was moved to another server: the identity that it continues. The start says when it is needed',
    ),

  SMTP_URL: url(/^smtps?$/, 'smtp://usuario:senha@servidor:587')
    .transform(smtpWithTls)
    .optional()
    .meta({
      unset: 'no e-mail',
      description:
        'notifications, reminders, invitations and password resets by e-mail; to another host only with TLS, unless `?requireTLS=false`',
    }),
  MAIL_FROM: sender.default('Malote <malote@localhost>').describe('sender of the e-mails'),
  ANCHOR_MAIL: addresses
    .default([])
    .describe("e-mail addresses, separated by commas, that get the day's anchor of the history"),

  ADMIN_EMAIL: z.email('informe um endereço de e-mail').optional().meta({
    unset: 'generated',
    description: 'the first Admin, created in an empty database',
  }),
  ADMIN_PASSWORD: text.optional().meta({
    unset: 'generated, printed once, to be changed at the first sign-in',
    description:
      'password of the first Admin, at least 12 characters and not easy to guess; to be changed at the first sign-in unless `HOST` and `APP_URL` are loopback',
  }),
  PASSWORD_LOGIN: z
    .enum(passwordLogins, { error: 'informe on, off ou admins' })
    .default('on')
    .describe('who may sign in with a password: `on` everybody, `admins` only Admins, `off` nobody'),
  REQUIRE_SECOND_STEP: z
    .enum(secondStepDemands, { error: 'informe off, admins, managers ou all' })
    .default('off')
    .describe('who must confirm a password with a second step: `admins`, `managers` (with the Admins) or `all`'),
  SECOND_STEP_KEY: z
    .string()
    .trim()
    .min(32, 'informe pelo menos 32 caracteres ao acaso')
    .optional()
    .describe('at least 32 random characters; encrypts the secrets of authenticator apps in the database'),
  OIDC_ISSUER: url(/^https?$/, 'https://login.exemplo.com.br')
    .refine(
      (value) => /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))/i.test(value),
      'o provedor precisa de https, a não ser neste mesmo computador',
    )
    .optional()
    .meta({
      unset: 'no provider',
      description:
        'sign-in at an OpenID Connect provider: the issuer, below which its discovery document is. Register `APP_URL/entrar/oidc` there as redirect address and `APP_URL/login` as address after signing out',
    }),
  OIDC_CLIENT_ID: text.optional().describe('name of Malote at the provider'),
  OIDC_CLIENT_SECRET: text.optional().describe('secret of Malote at the provider'),
  OIDC_LABEL: text.default('a conta da organização').describe("the provider's name on the button 'Entrar com …'"),
  OIDC_CREATE: onOrOff('off').describe(
    '`on` gives people who sign in there for the first time an account, in the department that the claim `department` names',
  ),
  OIDC_ROLES: rolePairs
    .default([])
    .describe(
      'roles by claims, as in `groups=malote-admins:Admin,groups=chefes:Gestor`; the first pair that fits counts, at every sign-in',
    ),

  ORG_NAME: text.optional().describe("the organisation's name, for the letterhead"),
  ORG_LOGO: text.optional().describe('path of a PNG or JPEG of at most 1 MiB, for the letterhead'),
  SUPPORT_EMAIL: z
    .email('informe um endereço de e-mail')
    .optional()
    .describe('support contact shown in the help centre'),
  SUPPORT_PHONE: text.optional().describe('support contact shown in the help centre'),
  DPO_CONTACT: text
    .optional()
    .describe(
      'e-mail address or web page of the data protection officer, shown in the privacy notice (`/privacidade`)',
    ),
  RETENTION_NOTIFICATIONS_DAYS: days(1).default(365).describe('days for which unread notifications are kept'),
  RETENTION_READ_NOTIFICATIONS_DAYS: days(1).default(180).describe('days for which notifications are kept once read'),
  RETENTION_AUDIT_DAYS: days(180).optional().meta({
    unset: 'for ever',
    description: 'days for which audited events are kept, 180 at least (Marco Civil da Internet, art. 15)',
  }),
  RETENTION_PEOPLE_DAYS: days(1).optional().meta({
    unset: 'never',
    description: 'days after which a deactivated user who holds nothing becomes anonymous',
  }),

  FAIR_USE_FACTOR: within(0.01, 1000)
    .default(1)
    .describe(
      'multiplies the limits per person that are counted by the minute or the hour, those of exports at a time, and those of sign-ins that succeed; 0.01 to 1000',
    ),
  PUBLIC_VERIFICATION: onOrOff('on').describe(
    '`off` closes the page and the call with which anybody can check a paper by its code',
  ),
  OPERATOR_TOKEN: text
    .min(24, 'informe ao menos 24 caracteres')
    .optional()
    .describe(
      'bearer token, 24 characters at least, for `/metrics`, `/readyz`, `/api/docs` and `/api/openapi.json` from other machines; without it they answer this machine alone',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318')
    .optional()
    .meta({
      unset: 'no traces',
      description:
        'collector of OpenTelemetry traces, OTLP over HTTP, such as `http://127.0.0.1:4318`; `OTEL_EXPORTER_OTLP_HEADERS` is read too',
    }),
  OTEL_SERVICE_NAME: text.default('malote').describe('name of the service in traces'),
  OTEL_TRACES_SAMPLER_ARG: within(0, 1).default(1).describe('share of the traces that are exported, 0 to 1'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'informe silent, fatal, error, warn, info, debug ou trace',
    })
    .default('warn')
    .describe('`silent` to `trace`'),
})
export type Variables = z.infer<typeof variables>
