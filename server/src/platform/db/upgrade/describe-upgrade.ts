import { usualTimeout } from '../connect.ts'
import type { Step, Upgrade } from './foresee-upgrade.ts'
import type { EffectKind } from './statement-effects.ts'

const numbers = new Intl.NumberFormat('pt-BR')

const waits: Record<EffectKind, string> = {
  quick: 'imediato',
  scan: 'lê a tabela inteira',
  index: 'lê e ordena a tabela inteira',
  rewrite: 'grava linhas de novo',
}

/** Seconds that a request waits for the tables before it fails with 503. */
const longestPause = usualTimeout / 1000

const tooLong = `Atenção: quem esperar mais de ${longestPause} segundos verá um erro (503). Atualize fora do expediente.`

/** The sentences of `npm run upgrade -- --check`. */
export function describeUpgrade({ from, isOlder, migrations, files }: Upgrade, release: readonly number[]): string[] {
  const to = release.join('.')
  if (from === null) return [`O banco de dados é novo: a versão ${to} o preparará ao iniciar.`]
  const lines = [`Banco de dados preparado pela versão ${from}; esta é a ${to}.`]
  if (isOlder) lines.push('Uma versão mais nova já usa este banco: esta não muda funções nem visões.')
  if (migrations.length + files.length === 0) return [...lines, 'Nada a mudar: a atualização é imediata.']

  if (migrations.length > 0) lines.push(`Migrações a aplicar: ${migrations.length}.`)
  for (const { name, steps } of migrations) {
    lines.push(`  ${name}`)
    if (steps.length === 0) lines.push('    só cria o que ainda não existe: imediato')
    else lines.push(...steps.map((step) => `    ${describe(step)}`))
  }
  if (files.length > 0) lines.push(`Funções, gatilhos e visões refeitos (imediato): ${files.join(', ')}.`)
  const seconds = migrations.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.seconds, 0)
  return [
    ...lines,
    `Tempo estimado: ${duration(seconds)}. Enquanto isso, as pessoas esperam.`,
    ...(seconds > longestPause ? [tooLong] : []),
    'Tudo acontece em uma só transação: se algo falhar, o banco fica como está e a versão anterior continua.',
  ]
}

const describe = ({ table, what, kind, rows, bytes, seconds }: Step) =>
  `${table} (${rows === 1 ? '1 linha' : `${numbers.format(Math.round(rows))} linhas`}, ${size(bytes)}): ${what}; ${waits[kind]}${kind === 'quick' ? '' : `, ${duration(seconds)}`}`

const size = (bytes: number) =>
  bytes >= 1e9 ? `${numbers.format(Math.round(bytes / 1e8) / 10)} GB` : `${numbers.format(Math.ceil(bytes / 1e6))} MB`

function duration(seconds: number): string {
  if (seconds < 1) return 'menos de 1 segundo'
  if (seconds < 90) return Math.round(seconds) === 1 ? 'cerca de 1 segundo' : `cerca de ${Math.round(seconds)} segundos`
  return `cerca de ${Math.round(seconds / 60)} minutos`
}
