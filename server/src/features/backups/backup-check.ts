import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { backupPlace, missingIn } from './backup-place.ts'
import { firstDay, lastAttempt, lastVerified } from './backups.repo.ts'

/** Milliseconds without a verified backup after which Admins are warned: a day, and time to make one. */
const overdueAfter = 26 * 3_600_000

const about = { id: 'backup', title: 'Cópia de segurança' }

/**
 * Whether there is a recent verified backup, with every attachment. A `problem` is also shown to Admins as a banner on
 * every page; without scheduled backups there is only the advice to set them up.
 */
export async function backupCheck(db: Db, config: Config, now: Date): Promise<SystemCheck> {
  const place = backupPlace(config)
  if (place === undefined) {
    return {
      ...about,
      state: 'warning',
      summary: 'O Malote não faz cópias de segurança por conta própria.',
      advice:
        'Informe em BACKUP_DIR uma pasta em outro disco, ou em BACKUP_BUCKET um bucket, e em BACKUP_KEY uma chave.',
    }
  }
  const [last, attempt] = [await lastVerified(db), await lastAttempt(db)]
  const said = last
    ? `A última cópia conferida é de ${momentOf(last.startedAt, config)} (${sizeOf(last.bytes)}, em ${last.place}).`
    : 'Ainda não há nenhuma cópia de segurança conferida.'
  const failure = attempt?.error ?? undefined
  if (failure !== undefined) {
    return {
      ...about,
      state: 'problem',
      summary: `A última tentativa de cópia falhou: ${failure} ${said}`,
      advice: 'Corrija a causa. O Malote tenta de novo a cada hora; as cópias anteriores continuam guardadas.',
    }
  }
  const since = last?.startedAt ?? (await firstDay(db))
  // One from the future was made before the clock was set back, and says nothing of today.
  if (since !== undefined && Math.abs(now.getTime() - since.getTime()) > overdueAfter) {
    return {
      ...about,
      state: 'problem',
      summary: `Há mais de 26 horas não é feita uma cópia de segurança. ${said}`,
      advice: `Verifique se ${place.name} está acessível e procure “backup” no registro do servidor. Uma cópia à mão: npm run backup -- ARQUIVO.`,
    }
  }
  if (last === undefined) {
    return { ...about, state: 'warning', summary: said, advice: 'A primeira começa em até 15 minutos.' }
  }
  const missing = missingIn(last.name)
  if (missing > 0) {
    return {
      ...about,
      state: 'problem',
      summary: `${said} ${missingInWords(missing)} no armazenamento.`,
      advice:
        'npm run verify -- --files diz quais são. Traga-os de uma cópia anterior, que continua guardada, ou remova o conteúdo deles.',
    }
  }
  return { ...about, state: 'ok', summary: said, advice: null }
}

const missingInWords = (missing: number) =>
  missing === 1
    ? 'Nela falta 1 anexo, perdido ou danificado'
    : `Nela faltam ${missing.toLocaleString('pt-BR')} anexos, perdidos ou danificados`

const momentOf = (moment: Date, { APP_TIMEZONE: timeZone }: Config) =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment)

const sizeOf = (bytes: number) => {
  const [size, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${unit}`
}
