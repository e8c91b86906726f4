import { countInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { inOrderOfUrgency } from '@malote/core/system/system-report.ts'
import { PgBoss } from 'pg-boss'
import { mailCheck } from '../../domain/mail/smtp.ts'
import type { Db } from '../../platform/db/connect.ts'
import { chainCheck, databaseCheck, foldCheck, migrationsCheck, roleCheck } from '../../platform/db/database-check.ts'
import type { Replica } from '../../platform/db/replica/open-replica.ts'
import { replicaCheck } from '../../platform/db/replica/replica-check.ts'
import { scannerCheck } from '../../platform/files/scanner.ts'
import { diskCheck, storageCheck } from '../../platform/files/storage.ts'
import { certificatesCheck } from '../../platform/settings/certificates-check.ts'
import type { Config } from '../../platform/settings/config.ts'
import { keysCheck, proxyCheck } from '../../platform/settings/doubtful-settings.ts'
import { withinTime } from '../../platform/within-time.ts'
import { backupCheck } from '../backups/backup-check.ts'
import { providerCheck } from '../oidc/provider-check.ts'
import { type ScheduledRuns, scheduledRuns } from './scheduled-jobs.queries.ts'

interface Installation {
  db: Db
  config: Config
  now: Date
  /** When the server was started; now for a tool while none runs. */
  startedAt: Date
  /** The replica as the running server uses it; tools beside it leave it out. */
  replica?: Replica | undefined
}

/** The checks of the database. A new check is one line here. */
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

/** The checks around it: disk, bucket, other servers, settings. They need no database. */
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
const timeoutMs = 2_000

/**
 * Runs a check, which can neither fail nor take longer than two seconds: then it is a problem that says so.
 *
 * @param log where the error goes; the result has only one sentence
 */
export async function boundedCheck(
  { id, title, run }: NamedCheck,
  log: { warn: (details: object, message: string) => void },
  ms: number = timeoutMs,
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

const titles: Record<string, string> = {
  'remind-of-deadlines': 'lembretes de prazos',
  'make-backup': 'cópia de segurança',
  'anchor-history': 'âncora do histórico',
  'fill-calendar': 'feriados nacionais',
  'forget-expired-access': 'limpeza de acessos vencidos',
  'remove-orphaned-files': 'limpeza de arquivos sem registro',
  'forget-old-notifications': 'limpeza de notificações antigas',
  'forget-old-answer-links': 'limpeza de links de lembretes',
  'forget-old-keys': 'limpeza de chaves de envio',
  'forget-old-audit': 'limpeza da auditoria antiga',
  'refresh-search-texts': 'textos da busca',
  'anonymize-departed': 'anonimização de quem saiu',
}

/** A job's purpose in Portuguese, or its name if it has no words here. */
const titleOf = (name: string) => titles[name] ?? name

/**
 * Seconds that a job may be late, and within which at least one must have run: one of them runs every quarter of an hour,
 * day and night.
 */
const silence = 2 * 3600

/** Milliseconds for which the queue certainly remembers a run. */
const remembered = 6 * 24 * 3_600_000

const restart = 'Reinicie o servidor. Se continuar, procure no log por “job queue”.'

/**
 * Whether the scheduled jobs run. Those of a new installation may not have run yet.
 *
 * @param startedAt when this process was started
 */
export async function jobsCheck(db: Db, now: Date, startedAt: Date): Promise<SystemCheck> {
  const head = { id: 'jobs', title: 'Tarefas agendadas' }
  const runs = await scheduledRuns(db)
  if (runs.length === 0) {
    const summary = 'Nenhuma tarefa está agendada neste banco de dados.'
    return { ...head, state: 'warning', summary, advice: 'Inicie o servidor, que agenda as tarefas ao começar.' }
  }
  const named = (some: typeof runs) => some.map(({ name }) => titleOf(name)).join(', ')
  const failing = runs.filter(({ isFailing }) => isFailing)
  if (failing.length > 0) {
    const summary = `${countInWords(failing.length, 'tarefa falhou', 'tarefas falharam')} na última vez: ${named(failing)}.`
    const advice = 'Procure no log do servidor por “scheduled job failed”, que diz o motivo.'
    return { ...head, state: 'problem', summary, advice }
  }
  const retrying = runs.filter(({ isRetrying }) => isRetrying)
  if (retrying.length > 0) {
    const summary = `${countInWords(retrying.length, 'tarefa falhou e será tentada', 'tarefas falharam e serão tentadas')} de novo: ${named(retrying)}.`
    return { ...head, state: 'warning', summary, advice: 'Se continuar, o log do servidor diz o motivo.' }
  }
  const last = Math.max(...runs.map(({ lastSuccessAt }) => (lastSuccessAt ? Date.parse(lastSuccessAt) : 0)))
  const quietFor = (now.getTime() - Math.max(last, startedAt.getTime())) / 1000
  if (quietFor > silence) {
    const summary = `Nenhuma tarefa é executada há ${spanInWords(quietFor)}.`
    return { ...head, state: 'problem', summary, advice: restart }
  }
  const overdue = runs.filter((run) => !run.isRunning && secondsLate(run, now, startedAt) > silence)
  if (overdue.length > 0) {
    const summary = `${countInWords(overdue.length, 'tarefa não foi executada', 'tarefas não foram executadas')} na hora: ${named(overdue)}.`
    return { ...head, state: 'problem', summary, advice: restart }
  }
  const summary =
    last === 0
      ? `${countInWords(runs.length, 'tarefa agendada', 'tarefas agendadas')}, ainda sem execução.`
      : `${countInWords(runs.length, 'tarefa agendada', 'tarefas agendadas')}, a última execução há ${spanInWords((now.getTime() - last) / 1000)}.`
  return { ...head, state: 'ok', summary, advice: null }
}

/**
 * Seconds since a job should have run again; negative before. What came due before the server's start, runs then or, where
 * the job skips it, never.
 */
function secondsLate(run: ScheduledRuns, now: Date, startedAt: Date) {
  const known = [run.changedAt, run.lastSuccessAt ?? run.changedAt].map((moment) => Date.parse(moment))
  const start = startedAt.getTime()
  const from = new Date(Math.max(...known, now.getTime() - remembered, run.skipsMissed ? start : 0))
  const [due] = calendar().previewSchedule(run.cron, { tz: run.timezone, from, count: 1 })
  return due ? (now.getTime() - Math.max(due.getTime(), start)) / 1000 : Number.NEGATIVE_INFINITY
}

/** A queue that is never started, because it reads cron expressions without one. */
const calendar = () => new PgBoss({ db: { executeSql: () => Promise.reject(new Error('not a real queue')) } })
