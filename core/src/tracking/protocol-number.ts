import { largestId } from '../shared/largest-id.ts'

/** Parses a typed protocol number: `318`, `#318`, `# 0318`; null when the text is not one. */
export function protocolNumberOf(text: string): number | null {
  const digits = /^\s*#?\s*0*([1-9]\d{0,9})\s*$/.exec(text)?.[1]
  const number = Number(digits)
  return number <= largestId ? number : null
}
