import { shownCode } from '@malote/core/codes/code.ts'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDownload,
  IconInfoCircle,
  IconMapPin,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { modes } from '../../domain/screens/searches.ts'
import { save } from '../../lib/files.ts'
import { counted, formatTime } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Spoken } from '../../ui/spoken.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './scan-station.module.css'
import { type Answer, countsOf, type Entry, type StationState } from './station.ts'

const looks: Readonly<Record<Answer['outcome'] | 'waiting', { icon: TablerIcon; tone: string }>> = {
  done: { icon: IconCheck, tone: 'success' },
  found: { icon: IconMapPin, tone: 'progress' },
  already: { icon: IconInfoCircle, tone: 'pending' },
  refused: { icon: IconAlertTriangle, tone: 'danger' },
  waiting: { icon: IconClock, tone: 'neutral' },
}

/** What fills the eye. */
export function LastScan({ last }: { last: StationState['last'] }) {
  const outcome = last?.answer?.outcome ?? 'waiting'
  const { icon: Icon, tone } = looks[last ? outcome : 'waiting']
  const occasion = last && 'key' in last ? `${last.key} ${outcome}` : undefined
  return (
    <div className={classes.last} data-tone={tone} data-outcome={last ? outcome : 'none'}>
      {last && <Icon size={56} stroke={2} aria-hidden />}
      <Spoken component="div" className={classes.lastWords} occasion={occasion}>
        {last ? (
          <LastWords last={last} outcome={outcome} />
        ) : (
          <p className="soft">O resultado de cada leitura aparece aqui.</p>
        )}
      </Spoken>
      {last?.answer?.protocolId && <OpenLink answer={last.answer} />}
    </div>
  )
}

function LastWords({
  last,
  outcome,
}: {
  last: NonNullable<StationState['last']>
  outcome: Answer['outcome'] | 'waiting'
}) {
  const { answer } = last
  const explanation = answer && explanationOf(answer)
  return (
    <>
      <p className={classes.lastOutcome}>{outcomeWords[outcome]}</p>
      <p className={classes.lastSubject}>{subjectOf(last)}</p>
      <p>{answer ? answer.message : 'Aguardando resposta. Pode continuar lendo.'}</p>
      {explanation && <p>{explanation}</p>}
      {answer?.currentLocation && outcome !== 'found' && <p>Onde está: {answer.currentLocation}</p>}
    </>
  )
}

const OpenLink = ({ answer: { protocolId, itemId } }: { answer: Answer }) => (
  <TextLink to="/protocolos/$id" params={{ id: String(protocolId) }} search={{ item: itemId ?? undefined }}>
    Abrir protocolo #{protocolId}
  </TextLink>
)

/** Rows that are drawn before *Mostrar mais*. */
const firstShown = 30

/** The list of the session with its counts. */
export function ScanList({ entries, onClear }: { entries: readonly Entry[]; onClear: () => void }) {
  const [most, setMost] = useState(firstShown)
  const { done, already, refused, waiting } = countsOf(entries)
  const counts = [
    counted(entries.length, 'leitura', 'leituras'),
    ...(done > 0 ? [counted(done, 'feita', 'feitas')] : []),
    ...(already > 0 ? [`${already} já ${already === 1 ? 'estava' : 'estavam'}`] : []),
    ...(refused > 0 ? [counted(refused, 'recusada', 'recusadas')] : []),
    ...(waiting > 0 ? [`${waiting} na fila`] : []),
  ]
  return (
    <section aria-label="Leituras desta sessão">
      <div className="row wrap between gap-8-16 mb-12">
        <h2 className="heading numbers">{entries.length > 0 ? counts.join(' · ') : 'Leituras desta sessão'}</h2>
        {entries.length > 0 && (
          <div className="row gap-8">
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => save(new Blob([csvOf(entries)], { type: 'text/csv;charset=utf-8' }), 'conferencia.csv')}
            >
              Exportar (CSV)
            </Button>
            <Button variant="subtle" size="compact-md" onClick={onClear}>
              Limpar lista
            </Button>
          </div>
        )}
      </div>
      {entries.length === 0 ? (
        <EmptyState title="Nenhuma leitura ainda.">Cada código lido aparece aqui, o mais recente primeiro.</EmptyState>
      ) : (
        <ol className={classes.list}>
          {entries.slice(0, most).map((entry) => (
            <ScanRow key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
      {entries.length > most && (
        <Button variant="subtle" mt={8} onClick={() => setMost(most + 100)}>
          Mostrar mais
        </Button>
      )}
    </section>
  )
}

function ScanRow({ entry }: { entry: Entry }) {
  const outcome = entry.answer?.outcome ?? 'waiting'
  const { icon: Icon, tone } = looks[outcome]
  return (
    <li className={classes.scan}>
      <span className={classes.outcome} data-tone={tone}>
        <Icon size={16} stroke={2} aria-hidden />
        {outcomeWords[outcome]}
      </span>
      <span className={classes.words}>
        <strong className="anywhere">{subjectOf(entry)}</strong>
        {entry.answer && <span className={classes.message}>{entry.answer.message}</span>}
      </span>
      {entry.answer?.protocolId && <OpenLink answer={entry.answer} />}
      <time className="soft numbers">{formatTime(new Date(entry.at))}</time>
    </li>
  )
}

const outcomeWords: Readonly<Record<Answer['outcome'] | 'waiting', string>> = {
  ...{ done: 'Feito', already: 'Já estava', refused: 'Recusado', found: 'Encontrado', waiting: 'Na fila' },
}

/** What was scanned, as people call it. */
function subjectOf(scan: NonNullable<StationState['last']>): string {
  const { kind, protocolId, documentNumber } = scan.answer ?? {}
  if (kind === 'protocol') return `Protocolo #${protocolId}`
  if (kind === 'item') return documentNumber ? `Item ${documentNumber}` : `Item do protocolo #${protocolId}`
  return 'code' in scan ? shownCode(scan.code) : scan.text
}

/** What was done, beyond the sentence of the answer. */
const explanationOf = ({ message }: Answer): string | null =>
  message === 'Protocolo concluído com sucesso!' ? 'Não requer devolução: a leitura concluiu o protocolo.' : null

/** Characters with which spreadsheets begin a formula; an apostrophe keeps it a text. */
const startsFormula = /^[=+\-@＝＋－＠\t\r\n]/

/** The list of the session as spreadsheets open it, oldest first. */
function csvOf(entries: readonly Entry[]): string {
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
