import { shownCode } from '@malote/core/codes/code.ts'
import { formatTime } from '../../lib/format.ts'
import type { Answer, Entry, StationState } from './station.ts'
import { modes } from './station-search.ts'

export const outcomeWords: Readonly<Record<Answer['outcome'] | 'waiting', string>> = {
  ...{ done: 'Feito', already: 'Já estava', refused: 'Recusado', found: 'Encontrado', waiting: 'Na fila' },
}

/** What was scanned, as people call it. */
export function subjectOf(scan: NonNullable<StationState['last']>): string {
  const { kind, protocolId, documentNumber } = scan.answer ?? {}
  if (kind === 'protocol') return `Protocolo #${protocolId}`
  if (kind === 'item') return documentNumber ? `Item ${documentNumber}` : `Item do protocolo #${protocolId}`
  return 'code' in scan ? shownCode(scan.code) : scan.text
}

/** What was done, beyond the sentence of the answer. */
export const explanationOf = ({ message }: Answer): string | null =>
  message === 'Protocolo concluído com sucesso!' ? 'Não requer devolução: a leitura concluiu o protocolo.' : null

/** Characters with which spreadsheets begin a formula; an apostrophe keeps it a text. */
const startsFormula = /^[=+\-@＝＋－＠\t\r\n]/

/** The list of the session as spreadsheets open it, oldest first. */
export function csvOf(entries: readonly Entry[]): string {
  const header = ['Hora', 'Código', 'Ação', 'Resultado', 'Mensagem', 'Protocolo', 'Documento', 'Onde está']
  const rows = entries
    .toReversed()
    .map(({ at, code, action, answer }) => [
      formatTime(new Date(at)),
      shownCode(code),
      modes[action].label,
      outcomeWords[answer?.outcome ?? 'waiting'],
      answer?.message ?? '',
      answer?.protocolId ? `#${answer.protocolId}` : '',
      answer?.documentNumber ?? '',
      answer?.currentLocation ?? '',
    ])
  const cell = (text: string) => `"${text.replace(startsFormula, "'$&").replaceAll('"', '""')}"`
  return `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
}
