/** Number of rows of a group before 'Mostrar mais'. */
const room = 5
/** The most overdue rows among them, if enough other rows follow. */
const roomOfLate = 3

/** The first rows in their order. Overdue rows come first but leave room for some of the next ones. */
export function shortList<Row>(rows: readonly Row[], isLate: (row: Row) => boolean): Row[] {
  const others = rows.filter((row) => !isLate(row))
  const late = rows.filter(isLate).slice(0, Math.max(roomOfLate, room - others.length))
  return rows.filter((row) => late.includes(row) || others.slice(0, room - late.length).includes(row))
}
