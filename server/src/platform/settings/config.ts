import type { z } from 'zod'
import { isThisMachine } from '../http/tls-defaults.ts'
import { StartupError } from '../startup-error.ts'
import { type Variables, variables } from './variables.ts'

/** Reports settings that are valid alone but not together. */
function refuseContradictions(values: Variables, context: z.RefinementCtx): void {
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
}

const environment = variables.superRefine(refuseContradictions).transform(({ APP_URL, ...values }) => ({
  ...values,
  APP_URL: (APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
}))

/**
 * Every setting as an empty variable, which counts as absent. For the environment of a test's or benchmark's server:
 * it then uses neither the settings of this process nor those of `.env`.
 */
export const blankSettings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(variables.shape).map((name) => [name, '']),
)

/** The settings of a process, named like their environment variables. */
export type Config = z.infer<typeof environment>

/**
 * Reads the settings, by default from the environment and from `.env` in the working directory; the environment takes
 * precedence. Empty values count as absent, as in `SMTP_URL=`.
 *
 * @throws StartupError that names the first invalid variable
 */
export function readConfig(given: Record<string, string | undefined> = environmentAndFile()): Config {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(filled)
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
export function readDemoConfig(given: Record<string, string | undefined> = process.env): Config {
  const kept = Object.fromEntries(demoVariables.map((name) => [name, given[name]]))
  return readConfig({ ...kept, DATA_DIR: given.DATA_DIR?.trim() || './data-demo', HOST: '127.0.0.1' })
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
