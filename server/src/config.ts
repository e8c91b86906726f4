import { z } from 'zod'
import { StartupError } from './startup-error.ts'

const port = z.coerce.number({ error: 'informe um número de 0 a 65535' }).int().min(0).max(65_535)
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `informe um endereço como ${example}` })
const text = z.string().trim().min(1)

/** `true`, `false`, or the addresses of the proxies before us, separated by commas. */
const trustProxy = z.string().transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value))

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const environment = z
  .object({
    PORT: port.default(5000),
    HOST: text.default('127.0.0.1'),
    /** How people reach us, without a slash at the end; goes into e-mails and QR codes. */
    APP_URL: url(/^https?$/, 'https://malote.exemplo.com.br').optional(),
    /** Embedded database and attachments, relative to the working directory. */
    DATA_DIR: text.default('./data'),
    DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://usuario:senha@servidor/banco').optional(),
    /** A read-only copy for reports and dashboards. */
    DATABASE_REPLICA_URL: url(/^postgres(ql)?$/, 'postgresql://usuario:senha@servidor/banco').optional(),
    S3_BUCKET: text.optional(),
    S3_REGION: text.default('us-east-1'),
    /** Absent: Amazon's own. */
    S3_ENDPOINT: url(/^https?$/, 'https://s3.exemplo.com.br').optional(),
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    SMTP_URL: url(/^smtps?$/, 'smtp://usuario:senha@servidor:587').optional(),
    MAIL_FROM: text.default('Malote <malote@localhost>'),
    APP_TIMEZONE: z
      .string()
      .refine(isTimeZone, 'informe um fuso horário como America/Sao_Paulo')
      .default('America/Sao_Paulo'),
    ADMIN_EMAIL: z.email('informe um endereço de e-mail').optional(),
    ADMIN_PASSWORD: text.optional(),
    ORG_NAME: text.optional(),
    /** Path of a PNG or JPEG of at most 1 MiB for the letterhead. */
    ORG_LOGO: text.optional(),
    SUPPORT_EMAIL: z.email('informe um endereço de e-mail').optional(),
    SUPPORT_PHONE: text.optional(),
    /** MiB per attachment. */
    UPLOAD_MAX_MB: z.coerce.number({ error: 'informe um número de 1 a 1024' }).min(1).max(1024).default(20),
    TRUST_PROXY: trustProxy.default(false),
    LOG_LEVEL: z
      .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
        error: 'informe silent, fatal, error, warn, info, debug ou trace',
      })
      .default('warn'),
  })
  .superRefine((values, context) => {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (values.S3_BUCKET === undefined || values[name] !== undefined) continue
      context.addIssue({ code: 'custom', path: [name], message: 'é obrigatória quando S3_BUCKET é informada' })
    }
  })
  .transform(({ APP_URL, ...values }) => ({
    ...values,
    APP_URL: (APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
  }))

/** The settings of one process, under the names of their environment variables. */
export type Config = z.infer<typeof environment>

/**
 * Reads the settings, by default from the environment and from `.env` in the working directory; the environment wins.
 * An empty value counts as absent, as in `SMTP_URL=`.
 *
 * @throws StartupError that names the first bad variable
 */
export function readConfig(variables: Record<string, string | undefined> = environmentAndFile()): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  if (parsed.success) return parsed.data

  const issue = parsed.error.issues[0]
  throw new StartupError(`A variável ${issue?.path.join('.')} está incorreta: ${issue?.message}.`)
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
