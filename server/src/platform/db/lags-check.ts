import { countInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Db } from './connect.ts'
import { chainLag, foldLag } from './lags.queries.ts'

/** Unfolded rows that slow down lists and cards noticeably; a fold every two seconds leaves a few hundred. */
const manyRows = 20_000

/** Whether the figures of lists and reports are folded. */
export async function foldCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'fold', title: 'Números dos painéis' }
  const waiting = await foldLag(db)
  const summary =
    waiting === 0
      ? 'Todas as mudanças já estão somadas.'
      : `${countInWords(waiting, 'mudança ainda não está somada', 'mudanças ainda não estão somadas')}; os números já as consideram.`
  if (waiting <= manyRows) return { ...head, state: 'ok', summary, advice: null }
  const advice = 'Se o número não diminuir em alguns minutos, procure no log do servidor por “folding failed”.'
  return { ...head, state: 'warning', summary, advice }
}

/** Seconds that an entry may wait for its link without a warning; usually it waits for about two. */
const patience = 5 * 60
const tooLong = 3600

/** Whether new entries of the history are chained. */
export async function chainCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'chain', title: 'Encadeamento do histórico' }
  const { entries, seconds } = await chainLag(db)
  if (entries === 0) return { ...head, state: 'ok', summary: 'Todo o histórico está encadeado.', advice: null }
  const summary = `${countInWords(entries, 'entrada espera', 'entradas esperam')} pelo seu elo, a mais antiga há ${spanInWords(seconds)}.`
  if (seconds <= patience) return { ...head, state: 'ok', summary, advice: null }
  const advice =
    'Depois de uma atualização ou restauração, aguarde. Se o número não diminuir, procure no log por “chaining the history failed”.'
  return { ...head, state: seconds > tooLong ? 'problem' : 'warning', summary, advice }
}
