import type { CustodyPath, PathHop } from '@malote/core/protocols/custody-path.ts'

/** A stop of a protocol's items, with the stops that some of them went on to. */
export interface CustodyStop {
  /** Null: the origin of the protocol. */
  hop: PathHop | null
  /** Items that went here, those that went on included. */
  count: number
  /** Items that are here now. */
  here: number
  /** The items that went here. */
  itemIds: readonly number[]
  onward: readonly CustodyStop[]
}

/** Merges groups of items that took the same way: the origin, with a branch for each way on. */
export function custodyTree(path: CustodyPath): CustodyStop {
  return stopOf(null, path, -1)
}

/** @param depth index of the hop that leads to this stop */
function stopOf(hop: PathHop | null, groups: CustodyPath, depth: number): CustodyStop {
  const ways = Map.groupBy(
    groups.filter(({ hops }) => hops.length > depth + 1),
    ({ hops }) => keyOf(hops[depth + 1]),
  )
  return {
    hop,
    count: sum(groups),
    here: sum(groups.filter(({ at }) => at === depth)),
    itemIds: groups.flatMap(({ itemIds }) => itemIds),
    onward: [...ways.values()].map((some) => stopOf(some[0]?.hops[depth + 1] ?? null, some, depth + 1)),
  }
}

const keyOf = (hop: PathHop | undefined) => hop && [hop.department, hop.since, hop.protocolId].join()

const sum = (groups: CustodyPath) => groups.reduce((total, { itemsCount }) => total + itemsCount, 0)

/** Whether the path has more than the two stops of its protocol. */
export const isChain = (path: CustodyPath | null | undefined): path is CustodyPath =>
  Boolean(path?.some(({ hops }) => hops.length > 1) || (path && commonSource(path)))

/** The department that the origin had the items from, if it had all of them from there. */
export const commonSource = ([first, ...others]: CustodyPath): string | null =>
  first?.from && others.every(({ from }) => from === first.from) ? first.from : null
