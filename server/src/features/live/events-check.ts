import { countInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { EventStreams } from './events.plugin.ts'

/** Whether open screens hear of changes at once. */
export function eventsCheck({ open, isLive }: EventStreams): SystemCheck {
  const head = { id: 'events', title: 'Telas abertas' }
  const summary =
    open === 0
      ? 'Nenhuma tela aberta recebe novidades deste servidor.'
      : `${countInWords(open, 'tela aberta recebe', 'telas abertas recebem')} novidades deste servidor.`
  if (isLive) return { ...head, state: 'ok', summary, advice: null }
  return {
    ...head,
    state: 'warning',
    summary: `${summary} A conexão de novidades com o banco de dados está interrompida, e elas chegam com até um segundo de atraso.`,
    advice: 'O servidor reconecta sozinho. Se continuar, verifique a rede até o banco de dados.',
  }
}
