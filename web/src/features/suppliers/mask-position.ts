/**
 * The cursor position in a masked text: after as many letters and digits as were before the cursor.
 *
 * @param before  the previous masked text up to the cursor
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
