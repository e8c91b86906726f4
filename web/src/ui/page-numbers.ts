export type PageNumber = number | 'gap-before' | 'gap-after'

/**
 * The page numbers to show: at most `count` around the current one, always the first and the last, gaps where some are
 * left out.
 */
export function pageNumbers(current: number, last: number, count = 5): PageNumber[] {
  const start = Math.max(1, Math.min(current - Math.floor(count / 2), last - count + 1))
  const end = Math.min(last, start + count - 1)
  const around = Array.from({ length: end - start + 1 }, (_, index) => start + index)
  return [...before(start), ...around, ...after(end, last)]
}

function before(start: number): PageNumber[] {
  if (start === 1) return []
  return start === 2 ? [1] : [1, 'gap-before']
}

function after(end: number, last: number): PageNumber[] {
  if (end === last) return []
  return end === last - 1 ? [last] : ['gap-after', last]
}
