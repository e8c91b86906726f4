import { countInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { PgBoss } from 'pg-boss'
import type { Db } from '../../platform/db/connect.ts'
import { type ScheduledRuns, scheduledRuns } from './scheduled-jobs.queries.ts'

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
  'anonymize-departed': 'anonimização de quem saiu',
}

/** What a job does, in Portuguese; the job's own name when it has no words here. */
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
