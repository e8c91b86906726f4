interface Page<Row> {
  data: readonly Row[]
  meta: { lastPage: number }
}

/** All rows of a list, one page after the other, up to `limit`. */
export async function allPages<Row>(load: (page: number) => Promise<Page<Row>>, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < limit; page += 1) {
    const { data, meta } = await load(page)
    rows.push(...(data ?? []))
    if (page >= (meta?.lastPage ?? 1)) break
  }
  return rows.slice(0, limit)
}
