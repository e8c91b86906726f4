import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { inOrderOfUrgency } from '@malote/core/system/system-report.ts'
import { openSmtp } from '../domain/mail/smtp.ts'
import { checksOfDatabase, checksOfSurroundings, runChecks } from '../features/system/checks.ts'
import { connect } from '../platform/db/connect.ts'
import { servingSince } from '../platform/db/database-check.ts'
import { findRunningDatabase } from '../platform/db/embedded/postmaster.ts'
import { appliedMigrations } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { type Config, readConfig } from '../platform/settings/config.ts'
import { StartupError } from '../platform/startup-error.ts'

interface Log {
  warn: (details: object, message: string) => void
}

/**
 * Checks the installation from outside of the server, also while it does not run or cannot start. Changes nothing, and
 * does not start the embedded database.
 *
 * @param read reads the settings
 */
export async function examine(log: Log, now: Date, read: () => Config = readConfig): Promise<SystemCheck[]> {
  const settings = settingsOf(read)
  if ('check' in settings) return inOrderOfUrgency([settings.check, envFileCheck()])
  const { config } = settings
  const [server, smtp, database, surroundings] = await Promise.all([
    serverCheck(config),
    smtpCheck(config),
    databaseChecks(config, log, now),
    runChecks(checksOfSurroundings({ config, now }), log),
  ])
  return inOrderOfUrgency([server, ...database, smtp, ...surroundings, envFileCheck()])
}

function settingsOf(read: () => Config): { config: Config } | { check: SystemCheck } {
  try {
    return { config: read() }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    const advice = 'Corrija a variável no arquivo .env ou no ambiente. As demais verificações precisam dela.'
    return { check: { ...{ id: 'settings', title: 'Configuração' }, state: 'problem', summary: error.message, advice } }
  }
}

/** The file holds every secret, so that nobody else on the machine should read it. */
export function envFileCheck(file = resolve('.env')): SystemCheck {
  const head = { id: 'env-file', title: 'Arquivo .env' }
  if (!existsSync(file)) {
    return { ...head, state: 'off', summary: 'Não existe; a configuração vem do ambiente.', advice: null }
  }
  const mode = statSync(file).mode & 0o777
  if (process.platform === 'win32' || (mode & 0o077) === 0) {
    return { ...head, state: 'ok', summary: 'Só o dono pode lê-lo.', advice: null }
  }
  const summary = `Outras contas deste computador podem lê-lo (modo ${mode.toString(8)}), com todas as senhas.`
  return { ...head, state: 'warning', summary, advice: `Execute: chmod 600 ${file}` }
}

/** Milliseconds that our own server has for its answer. */
const timeoutMs = 2_000

/** Whether the server runs on its port, or could. */
async function serverCheck({ HOST, PORT }: Config): Promise<SystemCheck> {
  const head = { id: 'server', title: 'Servidor' }
  // A server that listens on every address answers on this one.
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
  const isRunning = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
    .then(
      async (reply) => reply.ok && ((await reply.json()) as { status?: string }).status === 'ok',
      () => false,
    )
    .catch(() => false)
  if (isRunning) return { ...head, state: 'ok', summary: `Responde em ${address}.`, advice: null }
  const problem = await whyNotListening(HOST, PORT)
  if (problem === undefined) {
    const summary = `Não está em execução; a porta ${PORT} de ${HOST} está livre.`
    return { ...head, state: 'warning', summary, advice: 'Inicie-o com npm start.' }
  }
  const summary =
    problem === 'EADDRINUSE'
      ? `A porta ${PORT} de ${HOST} está em uso, e não responde como o Malote.`
      : `O servidor não pode usar a porta ${PORT} de ${HOST}: ${problem}.`
  return { ...head, state: 'problem', summary, advice: 'Encerre o outro programa, ou informe outra porta em PORT.' }
}

/** The code of the error; undefined when the port is free. */
const whyNotListening = (host: string, port: number) =>
  new Promise<string | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })

/** Whether the mail server lets us in. */
async function smtpCheck(config: Config): Promise<SystemCheck> {
  const head = { id: 'smtp', title: 'Servidor de e-mail' }
  const smtp = openSmtp(config)
  if (smtp === undefined) return { ...head, state: 'off', summary: 'SMTP_URL não está informada.', advice: null }
  const { host } = new URL(config.SMTP_URL ?? '')
  try {
    await smtp.verify()
    return { ...head, state: 'ok', summary: `${host} aceita a conexão.`, advice: null }
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    // The library's message may quote what was sent, so only its codes are shown.
    const reason =
      code === 'EAUTH' ? 'o usuário ou a senha não conferem' : [code, responseCode].filter(Boolean).join(' ')
    const summary = `${host} não aceita a conexão: ${reason || 'motivo desconhecido'}.`
    return { ...head, state: 'problem', summary, advice: 'Verifique SMTP_URL, o serviço e a rede até ele.' }
  } finally {
    smtp.close()
  }
}

/** Reads the database, if it can be reached without starting it. */
async function databaseChecks(config: Config, log: Log, now: Date): Promise<SystemCheck[]> {
  const head = { id: 'database', title: 'Banco de dados' }
  const found = await reachable(config)
  if ('check' in found) return [{ ...head, ...found.check }]
  const db = connect(found.connectionString, { poolSize: 2, statementTimeout: 10_000 })
  try {
    if ((await appliedMigrations(db)).length === 0) {
      return [
        { ...head, state: 'ok', summary: 'Responde e está vazio; o primeiro início cria a estrutura.', advice: null },
      ]
    }
    const checks = checksOfDatabase({ db, config, now, startedAt: (await servingSince(db)) ?? now })
    // The embedded database is reached as its owner, who is not the role of the server.
    return await runChecks(found.isEmbedded ? checks.filter(({ id }) => id !== 'role') : checks, log)
  } finally {
    await db.destroy()
  }
}

type Reached = { connectionString: string; isEmbedded: boolean } | { check: Omit<SystemCheck, 'id' | 'title'> }

async function reachable(config: Config): Promise<Reached> {
  try {
    if (config.DATABASE_URL !== undefined) {
      const { directConnectionString } = await openDatabase(config, () => {})
      return { connectionString: directConnectionString, isEmbedded: false }
    }
    const folder = resolve(config.DATA_DIR)
    const stopped = (summary: string): Reached => ({ check: { state: 'off', summary, advice: null } })
    if (!existsSync(join(folder, 'database'))) {
      return stopped(`Ainda não existe em ${folder}; o primeiro início o cria.`)
    }
    const connectionString = await findRunningDatabase(folder)
    if (connectionString === undefined) {
      return stopped('O banco de dados embutido está parado; ele inicia com o servidor.')
    }
    return { connectionString, isEmbedded: true }
  } catch (error) {
    const summary = error instanceof Error ? error.message : String(error)
    return { check: { state: 'problem', summary, advice: 'Verifique o endereço, o serviço e a rede até ele.' } }
  }
}
