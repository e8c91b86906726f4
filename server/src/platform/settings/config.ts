import type { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import { refuseContradictions } from './contradictions.ts'
import { variables } from './variables.ts'

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
