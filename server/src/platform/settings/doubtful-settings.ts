import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { isThisMachine } from '../http/tls-defaults.ts'
import type { Config } from './config.ts'

type Settings = Pick<Config, 'APP_URL' | 'TRUST_PROXY' | 'BACKUP_BUCKET' | 'BACKUP_KEY'>

const readableBackups =
  'Atenção: as cópias de segurança em BACKUP_BUCKET não são cifradas. Informe em BACKUP_KEY uma chave.'

/** Sentences for the operator about settings that are valid but probably a mistake; the start goes on. */
export function doubtfulSettings(settings: Settings): string[] {
  const { state, summary, advice } = proxyCheck(settings)
  return [
    ...(state === 'ok' ? [] : [`Atenção: ${summary} ${advice}`]),
    ...(settings.BACKUP_BUCKET !== undefined && settings.BACKUP_KEY === undefined ? [readableBackups] : []),
  ]
}

/** Whether the server knows the proxy in front of it. */
export function proxyCheck({ APP_URL, TRUST_PROXY }: Pick<Config, 'APP_URL' | 'TRUST_PROXY'>): SystemCheck {
  const head = { id: 'proxy', title: 'Proxy' }
  if (APP_URL.startsWith('https:') && TRUST_PROXY === false) {
    const summary =
      'APP_URL começa com https:, mas TRUST_PROXY não diz qual proxy está na frente. Para o Malote, todos os acessos vêm de um só endereço e dividem as mesmas tentativas de senha.'
    return { ...head, state: 'warning', summary, advice: 'Informe em TRUST_PROXY o endereço do proxy.' }
  }
  const summary =
    TRUST_PROXY === false
      ? 'O servidor é acessado sem proxy.'
      : 'O servidor conhece o proxy e vê os endereços verdadeiros das pessoas.'
  return { ...head, state: 'ok', summary, advice: null }
}

/**
 * Whether the keys are set that protect secrets and archives. Missing ones count as a warning only where others can
 * reach the server.
 */
export function keysCheck({ APP_URL, SECOND_STEP_KEY, ARCHIVE_KEY }: Config): SystemCheck {
  const head = { id: 'keys', title: 'Chaves de proteção' }
  const missing = [
    SECOND_STEP_KEY === undefined && 'SECOND_STEP_KEY, que cifra os códigos de autenticação no banco de dados',
    ARCHIVE_KEY === undefined && 'ARCHIVE_KEY, que prova que uma cópia de segurança não foi alterada',
  ].filter((name) => name !== false)
  if (missing.length === 0) return { ...head, state: 'ok', summary: 'Todas as chaves estão informadas.', advice: null }
  const advice =
    'Crie cada chave com: openssl rand -base64 32. Guarde-as fora do banco de dados e das cópias de segurança.'
  const state = isThisMachine(new URL(APP_URL).hostname) ? 'off' : 'warning'
  return { ...head, state, summary: `Falta ${missing.join('; e ')}.`, advice }
}
