export type PageNumber = number | 'gap-before' | 'gap-after'

/**
 * The page numbers to show: at most `count`, always with the first and the last, and with gaps for omitted pages
 * (contract 9.13).
 */
export function pageNumbers(current: number, last: number, count = 5): PageNumber[] {
  if (last <= count) return span(1, last)
  const atEnd = count - 1
  const middle = count - 2
  if (current < atEnd) return [...span(1, atEnd), 'gap-after', last]
  if (current > last - middle) return [1, 'gap-before', ...span(last - atEnd + 1, last)]
  const start = current - Math.floor(middle / 2)
  return [1, 'gap-before', ...span(start, start + middle - 1), 'gap-after', last]
}

const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
