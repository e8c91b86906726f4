import { largestId } from '../shared/largest-id.ts'

/** The protocol number that somebody typed: `318`, `#318`, `# 0318`; null when it is none. */
export function protocolNumberOf(text: string): number | null {
  const digits = /^\s*#?\s*0*([1-9]\d{0,9})\s*$/.exec(text)?.[1]
  const number = Number(digits)
  return number <= largestId ? number : null
}
