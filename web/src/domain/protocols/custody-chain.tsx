import type { Item } from '@malote/core/items/item.ts'
import type { CustodyPath } from '@malote/core/protocols/custody-path.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { ReactNode } from 'react'
import { counted, formatDay } from '../../lib/format.ts'
import { PathChain } from '../../ui/path/path-chain.tsx'
import type { ChainReturnPath, ChainStop, ReturnPath, Side } from '../../ui/path/path-facts.ts'
import { dueWords } from '../items/due-words.tsx'
import { OpenOccurrences } from '../occurrences/occurrences-line.tsx'
import { useToday } from '../organisation/config.ts'
import { type CustodyStop, commonSource, custodyTree } from './custody-tree.ts'
import { ProtocolLink } from './protocol-parts.tsx'
import { closedReturnPaths } from './return-path.tsx'

type TravellingItem = Pick<Item, 'id' | 'openOccurrences' | 'forwardedFrom'>

interface CustodyChainProps {
  path: CustodyPath
  requiresReturn: boolean
  /** The items of the path. */
  items: readonly TravellingItem[]
  /** Names of the protocol's two departments. */
  origin: string
  destination: string
  /** The side of the viewer's department. */
  own?: Side | null
  /** The line between the two, dashed until received. */
  line: 'dashed' | 'solid'
  /** The way back between the two once nothing is due there any more. */
  closed?: ReturnPath | null
  /** What happened at these two stops. */
  sent: ReactNode
  arrived: ReactNode
}

/** The path of items that came from another protocol, or went on to further departments. */
export function CustodyChain(props: CustodyChainProps) {
  const today = useToday()
  const tree = custodyTree(props.path)
  const context: Context = { ...props, own: props.own ?? null, today, total: tree.count }
  const origin = originStop(tree, context)
  return (
    <PathChain
      label={tree.count === 1 ? 'Caminho do item' : 'Caminho dos itens'}
      stop={sourceStop(context, origin) ?? origin}
    />
  )
}

interface Context extends CustodyChainProps {
  today: CivilDate
  /** Number of items. */
  total: number
}

/** The stop before the origin. */
function sourceStop({ path, items, total }: Context, origin: ChainStop): ChainStop | null {
  const name = commonSource(path)
  if (name === null) return null
  const parents = new Set(items.flatMap(({ forwardedFrom }) => forwardedFrom?.protocolId ?? []))
  return {
    key: 'source',
    label: total === 1 ? 'O item veio de' : 'Os itens vieram de',
    name,
    isHere: false,
    line: 'solid',
    notes: [...parents].map((id) => <Protocol key={id} id={id} />),
    onward: [origin],
  }
}

function originStop({ here, onward }: CustodyStop, context: Context): ChainStop {
  const { origin, own, sent } = context
  return {
    key: 'origin',
    label: 'Origem',
    name: origin,
    isHere: here > 0,
    isOwn: own === 'from',
    line: 'solid',
    notes: sent,
    onward: onward.map((stop) => destinationStop(stop, context)),
  }
}

/** The destination of the protocol itself, about which the viewer may know everything. */
function destinationStop(stop: CustodyStop, context: Context): ChainStop {
  const { destination, own, line, closed, arrived, total, requiresReturn } = context
  return {
    key: 'destination',
    label: 'Destino',
    name: destination,
    isHere: stop.here > 0,
    isOwn: own === 'to',
    line,
    returnPath: closed && requiresReturn ? { ...closed, short: closed.label } : returnPathOf(stop, context),
    notes: (
      <>
        {stop.here > 0 && stop.here < total && (
          <div>
            {stop.here} de {counted(total, 'item', 'itens')} aqui
          </div>
        )}
        {arrived}
        <Occurrences stop={stop} items={context.items} />
      </>
    ),
    onward: stop.onward.map((next, index) => furtherStop(next, context, String(index))),
  }
}

/** A stop of another protocol. */
function furtherStop(stop: CustodyStop, context: Context, key: string): ChainStop {
  const { hop, here, count } = stop
  const { requiresReturn, items, total } = context
  return {
    key,
    label: total === 1 ? 'Encaminhado' : counted(count, 'item', 'itens'),
    name: hop?.department || 'Departamento',
    isHere: here > 0,
    line: hop?.receivedAt || !requiresReturn ? 'solid' : 'dashed',
    returnPath: returnPathOf(stop, context),
    notes: (
      <>
        <Since stop={stop} context={context} />
        {here > 0 && here < count && <div>{counted(here, 'item', 'itens')} aqui</div>}
        {hop?.protocolId && <Protocol id={hop.protocolId} />}
        <Occurrences stop={stop} items={items} />
      </>
    ),
    onward: stop.onward.map((next, index) => furtherStop(next, context, `${key}-${index}`)),
  }
}

const Protocol = ({ id }: { id: number }) => (
  <div>
    Protocolo <ProtocolLink id={id} />
  </div>
)

/** What happened at a stop last, and when. */
function Since({ stop: { hop, here }, context }: { stop: CustodyStop; context: Context }) {
  if (!hop) return null
  const { requiresReturn, today } = context
  const { since, receivedAt, returnedAt } = hop
  const at = returnedAt ?? receivedAt ?? since
  const isOnItsWay = requiresReturn && receivedAt === null
  const words = returnedAt
    ? 'Devolvido em'
    : isOnItsWay
      ? 'A caminho desde'
      : here > 0
        ? 'Aqui desde'
        : receivedAt
          ? 'Recebido em'
          : 'Enviado em'
  return (
    <div>
      {words} <time dateTime={at}>{formatDay(at, today)}</time>
    </div>
  )
}

/** The way back of a hop: the date and how near it is, in a narrow column one of the two; null without return. */
function returnPathOf({ hop }: CustodyStop, { requiresReturn, today }: Context): ChainReturnPath | null {
  if (!requiresReturn || !hop) return null
  if (hop.returnedAt) return { ...closedReturnPaths.returned, short: 'devolvido' }
  if (!hop.returnDate) return { label: 'Volta sem prazo definido', short: 'sem prazo', tone: 'neutral' }
  const { tone, words } = dueWords(hop.returnDate, today)
  const day = `até ${formatDay(hop.returnDate, today)}`
  return {
    tone,
    label: (
      <time dateTime={hop.returnDate}>
        Volta {day}
        {words && ` · ${words}`}
      </time>
    ),
    short: (
      <time dateTime={hop.returnDate} title={`Volta ${day}`}>
        {words || day}
      </time>
    ),
  }
}

/** Open occurrences of the items that have this stop as their last one. */
function Occurrences({ stop, items }: { stop: CustodyStop; items: readonly TravellingItem[] }) {
  const further = new Set(stop.onward.flatMap(({ itemIds }) => itemIds))
  const count = items
    .filter(({ id }) => stop.itemIds.includes(id) && !further.has(id))
    .reduce((total, { openOccurrences }) => total + (openOccurrences ?? 0), 0)
  // A line of its own: the time above it is not one.
  return (
    count > 0 && (
      <div className="mt-4">
        <OpenOccurrences count={count} />
      </div>
    )
  )
}
