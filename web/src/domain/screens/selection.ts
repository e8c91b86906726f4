export interface ChoosableRow {
  id: number
}

/** The rows of one list that have been loaded so far. */
export interface KnownRows<Row> {
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
export function withFound<Row extends ChoosableRow>(known: KnownRows<Row>, list: string, found: readonly Row[]) {
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
