/**
 * Where the cursor belongs in a masked text: behind as many letters and digits as stood before it.
 *
 * @param before  the masked text before the cursor
 */
export function positionAfter(before: string, masked: string): number {
  let left = before.replace(/[^A-Z0-9]/g, '').length
  let position = 0
  while (left > 0 && position < masked.length) {
    if (/[A-Z0-9]/.test(masked[position] ?? '')) left -= 1
    position += 1
  }
  return position
}
