import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { tabStorage } from '../../lib/browser-storage.ts'
import { telling } from '../../lib/telling.ts'
import { notifyError } from '../../ui/toasts.ts'
import { useViewer } from '../session/session.tsx'

/** Chosen rows of a list, also of pages that are not on the screen. */
export interface Selection<Row> {
  /** In the order in which they were chosen. */
  rows: readonly Row[]
  has: (row: Row) => boolean
  /** @param isRange also sets every row between the last one that was set and this one */
  toggle: (row: Row, isRange: boolean) => void
  /** Chooses all of these rows, or none if all are chosen. */
  togglePage: (rows: readonly Row[]) => void
  /** Chooses every row of the list that can be chosen, up to the limit. */
  chooseAll: () => Promise<void>
  isChoosingAll: boolean
  /** Every row of the list that can be chosen is chosen. */
  isWhole: boolean
  drop: (ids: readonly number[]) => void
  clear: () => void
}

interface SelectionOptions<Row> {
  /** Names the list in the tab's storage. */
  name: string
  /** Identifies the list and its filters, without the page. */
  list: string
  /** Identifies the page. */
  page: string
  /** The rows of the page; undefined while they are loading. */
  rows: readonly Row[] | undefined
  canChoose: (row: Row) => boolean
  /** Fetches the rows of the whole list, at most `most`. */
  loadAll: (most: number, signal?: AbortSignal) => Promise<readonly Row[]>
  /** Most rows that can be chosen. */
  limit: number
}

/** How many rows of a list are read to look up chosen ones; those further down are deselected. */
const furthestLookUp = 500

/**
 * The selection of a list. It survives other pages, a reload of the tab, and other filters as far as the chosen rows are
 * in the filtered list: rows that are not on the page are looked up in the whole list.
 */
export function useSelection<Row extends ChoosableRow>(options: SelectionOptions<Row>): Selection<Row> {
  const { name, list, page, rows: pageRows, canChoose, loadAll, limit } = options
  const key = `selection:${useViewer().id}:${name}`
  const [ids, setIds] = useState<readonly number[]>(() => keptIn(key))
  const [known, setKnown] = useState<KnownRows<Row>>(() => ofList(list))
  const [anchor, setAnchor] = useState<number | null>(null)
  /** The list whose rows were all chosen, and how many they were. */
  const [whole, setWhole] = useState({ list: '', count: 0 })

  const current = withPage(known.list === list ? known : ofList<Row>(list), page, pageRows)
  if (current !== known) setKnown(current)

  useEffect(() => {
    if (ids.length > 0) tabStorage.set(key, JSON.stringify(ids))
    else tabStorage.remove(key)
  }, [key, ids])

  const missing = ids.filter((id) => !current.byId.has(id))
  const isIncomplete = missing.length > 0
  const lookUp = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    const found = await loadAll(furthestLookUp, signal).catch(() => null)
    // A failure says nothing about the rows: they stay chosen, and are looked up with the next rows of the page.
    if (signal.aborted || !found) return
    setKnown((now) => withFound(now, asked, found))
    setIds((now) => now.filter((id) => !missing.includes(id) || found.some((row) => row.id === id)))
  })
  useEffect(() => {
    if (!isIncomplete || !pageRows) return
    const lookingUp = new AbortController()
    void lookUp(list, lookingUp.signal)
    return () => lookingUp.abort()
  }, [isIncomplete, pageRows, list])

  const rows = chosenIn(current, ids).filter(canChoose)
  const has = ({ id }: Row) => rows.some((row) => row.id === id)

  /** How often the user has changed the selection. */
  const changes = useRef(0)
  const set = (next: readonly number[]) => {
    changes.current += 1
    if (next.length > limit) notifyError(`Selecione no máximo ${limit} por vez`)
    setIds(next.slice(0, limit))
  }
  const toggle = (row: Row, isRange: boolean) => {
    const isOn = !has(row)
    const choosable = (pageRows ?? []).filter(canChoose).map(({ id }) => id)
    const range = isRange ? rangeOf(choosable, anchor, row.id) : [row.id]
    setAnchor(row.id)
    const others = ids.filter((id) => !range.includes(id))
    set(isOn ? [...others, ...range] : others)
  }
  const togglePage = (page: readonly Row[]) => {
    const choosable = page.filter(canChoose)
    const others = ids.filter((id) => !choosable.some((row) => row.id === id))
    set(choosable.every(has) ? others : [...others, ...choosable.map(({ id }) => id)])
  }
  const { mutateAsync, isPending: isChoosingAll } = useMutation(
    telling(
      {
        // With its list: until the rows are there, another one may be shown.
        mutationFn: async () => ({ asked: list, before: changes.current, all: await loadAll(limit) }),
        onSuccess: ({ asked, before, all }) => {
          setKnown((now) => withFound(now, asked, all))
          const choosable = all.filter(canChoose).map(({ id }) => id)
          // What was chosen or cleared meanwhile stays.
          if (changes.current === before) setIds(choosable)
          setWhole({ list: asked, count: choosable.length })
        },
      },
      { failure: 'Erro ao selecionar todos. Tente novamente.' },
    ),
  )
  return {
    rows,
    has,
    toggle,
    togglePage,
    chooseAll: async () => {
      await mutateAsync().catch(() => undefined) // its failure is shown
    },
    isChoosingAll,
    isWhole: whole.list === list && whole.count > 0 && whole.count === rows.length,
    drop: (gone) => setIds((now) => now.filter((id) => !gone.includes(id))),
    clear: () => set([]),
  }
}

function keptIn(key: string): readonly number[] {
  const ids = tabStorage.read(key)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

interface ChoosableRow {
  id: number
}

/** The rows of one list that have been loaded so far. */
interface KnownRows<Row> {
  list: string
  page: string
  pageRows: readonly Row[] | undefined
  byId: ReadonlyMap<number, Row>
}

/** Nothing is known of a list that has just been opened. */
export const ofList = <Row extends ChoosableRow>(list: string): KnownRows<Row> => ({
  list,
  page: '',
  pageRows: undefined,
  byId: new Map(),
})

/**
 * Adds the rows of a page. A row that was on this page and is not there any more is forgotten: it may have left the
 * list.
 *
 * @returns `known` itself if nothing is new
 */
export function withPage<Row extends ChoosableRow>(
  known: KnownRows<Row>,
  page: string,
  pageRows: readonly Row[] | undefined,
): KnownRows<Row> {
  if (!pageRows || pageRows === known.pageRows) return known
  const byId = new Map(known.byId)
  if (known.page === page) for (const { id } of known.pageRows ?? []) byId.delete(id)
  for (const row of pageRows) byId.set(row.id, row)
  return { ...known, page, pageRows, byId }
}

/** Adds rows that were looked up in the whole list, unless another list has been opened since. */
function withFound<Row extends ChoosableRow>(known: KnownRows<Row>, list: string, found: readonly Row[]) {
  if (known.list !== list) return known
  return { ...known, byId: new Map([...known.byId, ...found.map((row) => [row.id, row] as const)]) }
}

export const chosenIn = <Row>({ byId }: KnownRows<Row>, ids: readonly number[]): Row[] =>
  ids.map((id) => byId.get(id)).filter((row) => row !== undefined)

/** The ids from `from` to `to`, in the order of the page; only `to` if `from` is not on the page. */
export function rangeOf(page: readonly number[], from: number | null, to: number): readonly number[] {
  const start = from === null ? -1 : page.indexOf(from)
  const end = page.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return page.slice(Math.min(start, end), Math.max(start, end) + 1)
}
