import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Replica } from './open-replica.ts'

/** Milliseconds after which a replica that is not used deserves a look. It is behind for moments after large changes. */
const alarming = 60_000

/** @param replica undefined when none is configured */
export async function replicaCheck(replica: Replica | undefined, now: Date): Promise<SystemCheck> {
  const check = { id: 'replica', title: 'Réplica do banco de dados' }
  if (!replica) {
    return { ...check, state: 'off', summary: 'Nenhuma réplica: o banco principal responde a tudo.', advice: null }
  }
  const state = replica.state()
  if (state.kind === 'used') {
    return {
      ...check,
      state: 'ok',
      summary: 'A réplica está em dia e responde a painel, relatórios e rastreamento.',
      advice: null,
    }
  }
  const ms = now.getTime() - state.since.getTime()
  const isNew = ms < alarming
  const duration = isNew ? 'há instantes' : `há ${minutes(ms)}`
  if (state.kind === 'behind') {
    return {
      ...check,
      state: isNew ? 'ok' : 'warning',
      summary: `A réplica está atrasada ${duration}; o banco principal responde por ela.`,
      advice: isNew
        ? null
        : 'Verifique no servidor da réplica a rede, o disco e as consultas demoradas (pg_stat_activity).',
    }
  }
  return {
    ...check,
    state: isNew ? 'warning' : 'problem',
    summary: `A réplica não responde ${duration}; o banco principal responde por ela.`,
    advice: 'Verifique se o servidor de DATABASE_REPLICA_URL está ligado e se continua uma réplica.',
  }
}

function minutes(ms: number): string {
  const count = Math.floor(ms / 60_000)
  return count === 1 ? '1 minuto' : `${count} minutos`
}
