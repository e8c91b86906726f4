import { removedText } from '../black-outs/black-out.ts'
import { itemStatus } from '../items/item-status.ts'
import { addDays, type CivilDate, civilDateIn, inPortuguese, weekday } from '../shared/civil-date.ts'
import { dayCount, daysInWords } from '../shared/due-date.ts'
import { beginningOf, listed, shortDay, weekdayName } from '../shared/portuguese.ts'
import type { DueDateChange } from './due-date-explanation.ts'
import type { Computation, DueDateFacts, Ending } from './due-date-facts.ts'

/** The facts, with what follows from them. */
interface Explained extends DueDateFacts {
  first: CivilDate | null
  /** Null when the first date was set by hand. */
  computed: Computation | null
}

/**
 * The explanation as a colleague would say it: how the first date came about, then the last change.
 *
 * @param timeZone APP_TIMEZONE
 */
export function dueDateSentence(facts: Explained, timeZone: string): string {
  const ending = facts.ending && facts.returnDate !== null ? endingWords(facts.ending) : undefined
  const change = changeWords(facts, timeZone, ending === undefined)
  const beginning = beginningWords(facts, change !== undefined || ending !== undefined)
  if (change === undefined) return `${[beginning, ending].filter(Boolean).join('; ')}.`
  return `${beginning}. ${[change, ending].filter(Boolean).join('; ')}.`
}

function beginningWords(facts: Explained, isPast: boolean): string {
  const { returnDate, first, computed, changes, sentOn, dueLimit } = facts
  const sent = `Enviado em ${inPortuguese(sentOn)} (${weekdayName(sentOn)})`
  const was = isPast ? 'era' : 'é'
  if (returnDate === null) {
    if (first === null && changes.length === 0) return 'Este item não tem prazo de retorno'
    return `Este item não tem mais prazo de retorno${first === null ? '' : `; o primeiro era ${inPortuguese(first)}`}`
  }
  if (first === null) return `${sent} sem prazo`
  const day = inPortuguese(first)
  if (computed === null) {
    // Nobody types the date of a hop when it is sent: without a count, it is that of the item before.
    if (dueLimit) return `O prazo ${was} ${day}, quando o item volta a ${dueLimit.department}`
    return `O prazo ${was} ${day}, definido à mão`
  }
  const counted = `${sent}, com ${daysInWords(computed.days, computed.dayCount)}`
  if (computed.date !== first && dueLimit) {
    const back = `quando o item ${isPast ? 'devia' : 'deve'} voltar a ${dueLimit.department}`
    return `${counted}, o prazo seria ${inPortuguese(computed.date)}, mas ${was} ${day}, ${back}`
  }
  const without = skippedWords(sentOn, first, computed)
  return `${counted}: ${without && `sem contar ${without}, `}o prazo ${was} ${day}`
}

/** Most holidays that the sentence names. */
const mostNamed = 3

/** `21 e 22/11 (fim de semana) e 20/11 (Consciência Negra)`; '' when every day counted. */
function skippedWords(start: CivilDate, until: CivilDate, { dayCount: count, holidays }: Computation): string {
  if (count !== dayCount.business) return ''
  // A holiday on a weekend skips nothing more.
  const names = holidays.filter(({ date }) => start < date && date < until && weekday(date) % 6 !== 0)
  const named =
    names.length > mostNamed ? [`${names.length} feriados`] : names.map((day) => `${shortDay(day.date)} (${day.name})`)
  return listed([...weekendsBetween(start, until), ...named])
}

function weekendsBetween(start: CivilDate, until: CivilDate): string[] {
  const sundays: CivilDate[] = []
  for (let date = addDays(start, 1); date < until; date = addDays(date, 1)) if (weekday(date) === 0) sundays.push(date)
  const [sunday, ...others] = sundays
  if (sunday === undefined) return []
  if (others.length > 0) return [`${sundays.length} fins de semana`]
  const saturday = addDays(sunday, -1)
  if (saturday <= start) return [`${shortDay(sunday)} (domingo)`]
  const first = saturday.slice(0, 7) === sunday.slice(0, 7) ? saturday.slice(8) : shortDay(saturday)
  return [`${first} e ${shortDay(sunday)} (fim de semana)`]
}

/** The last change; undefined when there was none. */
function changeWords(facts: Explained, timeZone: string, isLast: boolean): string | undefined {
  const { changes, first, returnDate } = facts
  if (returnDate === null) return undefined
  const change = changes.at(-1)
  // An extension that an earlier version did not record.
  const isUnrecorded = first !== null && first !== (changes[0] ? changes[0].from : returnDate)
  if (change === undefined) return isUnrecorded ? `Depois foi prorrogado para ${inPortuguese(returnDate)}` : undefined
  const times = changes.length + (isUnrecorded ? 1 : 0)
  const act = actWords(change, dayOf(change, timeZone))
  const told =
    times === 1 ? act : `O prazo mudou ${times} vezes; por último, ${isName(change) ? act : uncapitalized(act)}`
  return `${told}${reasonWords(change, isLast)}`
}

const isName = ({ by, kind }: DueDateChange) => by !== null && kind !== 'calendar'

function actWords({ from, to, by, kind }: DueDateChange, day: string): string {
  const date = inPortuguese(to)
  if (by === null) return `O prazo passou para ${date} em ${day}`
  switch (kind) {
    case 'extension':
      return from === null ? `${by} definiu o prazo para ${date} em ${day}` : `${by} prorrogou para ${date} em ${day}`
    case 'request':
      // The reason is that of the request.
      return `${by} atendeu em ${day} ao pedido de mais prazo, até ${date}`
    case 'calendar':
      return `Com a mudança do calendário, aplicada por ${by} em ${day}, o prazo passou para ${date}`
    case 'edit':
      return `${by} editou o protocolo em ${day} e o prazo passou para ${date}`
  }
}

/** Most characters of a typed reason that the sentence quotes. */
const longest = 140

/** Typed reasons are quoted, the others go on with the sentence. */
function reasonWords({ reason, by, kind }: DueDateChange, isLast: boolean): string {
  if (reason === null || reason === removedText) return ''
  const short = beginningOf(reason.replace(/\.$/, ''), longest)
  const isTyped = by !== null && (kind === 'extension' || kind === 'request')
  const words = isTyped ? `“${short}”` : uncapitalized(short)
  return isLast ? `: ${words}` : ` (${words})`
}

const uncapitalized = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** `25/11`, with the year when it is another one than that of the new date. */
function dayOf({ at, to }: DueDateChange, timeZone: string): string {
  const day = civilDateIn(new Date(at), timeZone)
  return day.slice(0, 4) === to.slice(0, 4) ? shortDay(day) : inPortuguese(day)
}

function endingWords({ status, cameBack, on }: Ending): string {
  const day = inPortuguese(on)
  if (status === itemStatus.cancelled) return `o item foi cancelado em ${day}`
  return cameBack ? `o item voltou em ${day}` : `o item foi concluído em ${day}`
}
