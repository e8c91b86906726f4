import type { Item } from '@malote/core/items/item.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { formatDay } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { useToday } from '../organisation/config.ts'
import classes from './items.module.css'

type Passed = Partial<Pick<Item, 'forwardedTo' | 'forwardedFrom'>>

/** Where an item was passed on to, and where it came from, with links to the protocols that the viewer may see. */
export function Whereabouts({ item: { forwardedTo, forwardedFrom } }: { item: Passed }) {
  const today = useToday()
  if (!forwardedTo && !forwardedFrom) return null
  return (
    <span className={classes.notes} data-own-press>
      {forwardedTo && (
        <span className={classes.away}>
          {sentence(whereItIs(forwardedTo, today))}
          <Next id={forwardedTo.protocolId} />
        </span>
      )}
      {forwardedFrom && (
        <span>
          Veio de {forwardedFrom.department}
          <Next id={forwardedFrom.protocolId} />
        </span>
      )}
    </span>
  )
}

function Next({ id }: { id: number | null | undefined }) {
  if (!id) return null
  return (
    <span>
      {' · '}
      <TextLink to="/protocolos/$id" params={{ id: String(id) }} inherit underline="always">
        Protocolo #{id}
      </TextLink>
    </span>
  )
}

type ForwardedTo = Pick<NonNullable<Item['forwardedTo']>, 'department' | 'since' | 'stage'>

const stageWords = { on_the_way: 'a caminho de', there: 'em', on_the_way_back: 'voltando de' } as const

/** With a capital letter. */
export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * 'em Diretoria, encaminhado em 19/11': where an item was sent last, and when it was passed on from here. The two may be
 * several hops apart.
 */
export const whereItIs = (passed: ForwardedTo, today: CivilDate) =>
  `${placeOf(passed)}, encaminhado em ${formatDay(passed.since, today)}`

/** 'a caminho de Diretoria' */
export const placeOf = ({ department, stage }: Pick<ForwardedTo, 'department' | 'stage'>) =>
  `${stageWords[stage ?? 'there']} ${department}`
