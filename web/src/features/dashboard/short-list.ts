/** Rows of a group before 'Mostrar mais'. */
const room = 5
/** How many of them the late ones take, when others wait behind them. */
const roomOfLate = 3

/** The first rows, in their order: what is late comes first, and never hides all that comes next. */
export function shortList<Row>(rows: readonly Row[], isLate: (row: Row) => boolean): Row[] {
  const others = rows.filter((row) => !isLate(row))
  const late = rows.filter(isLate).slice(0, Math.max(roomOfLate, room - others.length))
  return rows.filter((row) => late.includes(row) || others.slice(0, room - late.length).includes(row))
}
