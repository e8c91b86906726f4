import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { inOrderOfUrgency } from '@malote/core/system/system-report.ts'
import { mailCheck } from '../../domain/mail/smtp.ts'
import type { Db } from '../../platform/db/connect.ts'
import { databaseCheck, migrationsCheck, roleCheck } from '../../platform/db/database-check.ts'
import { chainCheck, foldCheck } from '../../platform/db/lags-check.ts'
import type { Replica } from '../../platform/db/replica/open-replica.ts'
import { replicaCheck } from '../../platform/db/replica/replica-check.ts'
import { scannerCheck } from '../../platform/files/scanner-check.ts'
import { diskCheck, storageCheck } from '../../platform/files/storage-check.ts'
import { certificatesCheck } from '../../platform/settings/certificates-check.ts'
import type { Config } from '../../platform/settings/config.ts'
import { keysCheck, proxyCheck } from '../../platform/settings/doubtful-settings.ts'
import { withinTime } from '../../platform/within-time.ts'
import { backupCheck } from '../backups/public.ts'
import { providerCheck } from '../oidc/public.ts'
import { jobsCheck } from './jobs-check.ts'

interface Installation {
  db: Db
  config: Config
  now: Date
  /** When the server was started; now for a tool while none runs. */
  startedAt: Date
  /** The replica as the running server uses it; tools beside it leave it out. */
  replica?: Replica | undefined
}

/** What is checked in the database. A new check is one line here. */
export const checksOfDatabase = ({ db, config, now, startedAt, replica }: Installation): NamedCheck[] => [
  { id: 'database', title: 'Banco de dados', run: () => databaseCheck(db) },
  { id: 'migrations', title: 'Estrutura do banco', run: () => migrationsCheck(db) },
  { id: 'role', title: 'Papel no banco de dados', run: () => roleCheck(db) },
  ...(replica ? [{ id: 'replica', title: 'Réplica do banco de dados', run: () => replicaCheck(replica, now) }] : []),
  { id: 'mail', title: 'E-mails', run: () => mailCheck(db, config) },
  { id: 'jobs', title: 'Tarefas agendadas', run: () => jobsCheck(db, now, startedAt) },
  { id: 'backup', title: 'Cópia de segurança', run: () => backupCheck(db, config, now) },
  { id: 'fold', title: 'Números dos painéis', run: () => foldCheck(db) },
  { id: 'chain', title: 'Encadeamento do histórico', run: () => chainCheck(db) },
]

/** What is checked around it: disk, bucket, other servers, settings. They need no database. */
export const checksOfSurroundings = ({ config, now }: Pick<Installation, 'config' | 'now'>): NamedCheck[] => [
  { id: 'storage', title: 'Armazenamento dos anexos', run: () => storageCheck(config) },
  { id: 'disk', title: 'Espaço em disco', run: () => diskCheck(config) },
  { id: 'scanner', title: 'Antivírus', run: () => scannerCheck(config) },
  { id: 'oidc', title: 'Entrada com a conta da organização', run: () => providerCheck(config) },
  { id: 'certificates', title: 'Certificados TLS', run: () => certificatesCheck(config, now) },
  { id: 'proxy', title: 'Proxy', run: () => proxyCheck(config) },
  { id: 'keys', title: 'Chaves de proteção', run: () => keysCheck(config) },
]

/** Runs the checks at the same time; problems come first. */
export async function runChecks(
  checks: readonly NamedCheck[],
  log: { warn: (details: object, message: string) => void },
): Promise<SystemCheck[]> {
  return inOrderOfUrgency(await Promise.all(checks.map((check) => boundedCheck(check, log))))
}

/** A check with the words that are shown when it fails itself. */
interface NamedCheck {
  id: string
  title: string
  run: () => SystemCheck | Promise<SystemCheck>
}

/** Milliseconds that one check may take. */
const patience = 2_000

/**
 * Runs a check, which can neither fail nor take longer than two seconds: then it is a problem that says so.
 *
 * @param log where the error goes; the result has only one sentence
 */
export async function boundedCheck(
  { id, title, run }: NamedCheck,
  log: { warn: (details: object, message: string) => void },
  ms: number = patience,
): Promise<SystemCheck> {
  try {
    return await withinTime((async () => run())(), ms)
  } catch (error) {
    log.warn({ err: error, check: id }, 'a check of the system failed')
    return {
      id,
      title,
      state: 'problem',
      summary: 'Não foi possível verificar.',
      advice: 'O log do servidor diz por quê.',
    }
  }
}
