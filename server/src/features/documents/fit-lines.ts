/** Upper bounds of the widths of Roboto Bold, as parts of the letters' height. */
const widthOf = (character: string) => {
  if (/[ ijlI.,:;'|!]/.test(character)) return 0.3
  if (/[frt()[\]/-]/.test(character)) return 0.4
  if (/[mMWw@%—…]/.test(character)) return 0.9
  if (/\p{Lowercase}|\d/u.test(character)) return 0.58
  return 0.71
}
const measure = (text: string, size: number) => [...text].reduce((width, one) => width + widthOf(one) * size, 0)

/**
 * A text in at most `lines` lines that surely fit; what does not fit ends with an ellipsis. Words that are longer than a
 * line are broken.
 *
 * @param width in points
 * @param size  of the letters, in points
 * @returns with a line feed between the lines
 */
export function fitLines(text: string, width: number, size: number, lines: number): string {
  const made: string[] = ['']
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const piece of broken(word, width, size)) {
      const line = made.at(-1) ?? ''
      const longer = line ? `${line} ${piece}` : piece
      if (measure(longer, size) <= width) made[made.length - 1] = longer
      else made.push(piece)
    }
  }
  if (made.length <= lines) return made.join('\n')
  const kept = made.slice(0, lines)
  let last = [...(kept.pop() ?? '')]
  while (last.length > 0 && measure(`${last.join('')}…`, size) > width) last = last.slice(0, -1)
  return [...kept, `${last.join('').trimEnd()}…`].join('\n')
}

/** A word in pieces that are no longer than a line. */
function broken(word: string, width: number, size: number): string[] {
  const pieces: string[] = ['']
  for (const character of word) {
    const longer = `${pieces.at(-1)}${character}`
    if (measure(longer, size) <= width || pieces.at(-1) === '') pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}
