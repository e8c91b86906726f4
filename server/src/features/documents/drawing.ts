import { codePath } from '@malote/core/codes/code.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Column, Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'
import { paper } from '../../platform/exports/pdf.ts'
import type { PaperProtocol } from './paper.ts'

/** Points of a millimetre. */
export const mm = 72 / 25.4

/** White modules around a QR code, which readers need (ISO/IEC 18004). */
const quiet = 4

/**
 * A QR code as one black shape, with its quiet zone.
 *
 * @param side in points, with the quiet zone
 */
export function qrCode(address: string, side: number): { svg: string; width: number; height: number } {
  // A quarter of it may be stamped over, or scratched.
  const { data, size } = encode(address, { ecc: 'Q', border: quiet })
  const runs = data.flatMap((line, y) =>
    [
      ...line
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${runs.join('')}" fill="#000"/></svg>`,
    width: side,
    height: side,
  }
}

/** The address that the code of a protocol, or of one of its items, leads to. */
export const addressOf = (appUrl: string, { fingerprint }: Pick<PaperProtocol, 'fingerprint'>, code: string) =>
  `${appUrl}${codePath(code, fingerprint)}`

/** A code with its QR code above, for typing when nothing can scan. */
export const codeBlock = (address: string, code: string, side: number): Column => ({
  width: side,
  stack: [
    qrCode(address, side),
    { text: code, bold: true, alignment: 'center', fontSize: side > 60 ? 9 : 7, noWrap: true },
  ],
})

/** `até 27/11/2026`, or a dash. */
export const dateOr = (date: string | null, otherwise = '—') => (date === null ? otherwise : inPortuguese(date))

/** Thin lines between rows, which copies keep. */
export const ruled: CustomTableLayout = {
  hLineWidth: (row, { table: { headerRows = 0 } }) => (row === headerRows ? 1 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => paper.secondary,
  paddingLeft: () => 3,
  paddingRight: () => 3,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}

/** Cells of a head of a table. */
export const headCells = (names: readonly string[]): TableCell[] =>
  names.map((text) => ({ text, bold: true, fontSize: 8.5 }))

/** A box to tick by hand. */
export const tickBox: Content = {
  canvas: [{ type: 'rect', x: 2, y: 1, w: 9, h: 9, lineWidth: 0.8, lineColor: paper.ink }],
}

/**
 * Lines to sign on, side by side, which stay together.
 *
 * @param what is signed for, because the lines may come to stand alone on the last page
 */
export const signatures = (titles: readonly string[], above = 34, what = ''): Content => ({
  unbreakable: true,
  margin: [0, what ? 12 : above, 0, 0],
  stack: [
    ...(what ? [{ text: what, margin: [0, 0, 0, above - 12] as [number, number, number, number] }] : []),
    {
      columnGap: 24,
      columns: titles.map((title) => ({
        stack: [
          { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 515 / titles.length - 24, y2: 0, lineWidth: 0.8 }] },
          { text: title, margin: [0, 3, 0, 0] },
          { text: 'Nome: ____________________   Data: ____/____/______   Hora: ____:____', fontSize: 7.5 },
        ],
      })),
    },
  ],
})

/** The way of a protocol: filled is where it is, dashed what it has not gone yet; below, the way back with its day. */
export function wayDrawing({ isReceived, back }: { isReceived: boolean; back: string | null }): Column {
  const station = (x: number, isHere: boolean) =>
    `<circle cx="${x}" cy="8" r="4.5" fill="${isHere ? paper.ink : '#fff'}" stroke="${paper.ink}" stroke-width="1.4"/>`
  const line = `<path d="M15 8H93" stroke="${paper.ink}" stroke-width="1.4" fill="none" ${isReceived ? '' : 'stroke-dasharray="4 3"'}/><path d="M87 4l5 4-5 4" stroke="${paper.ink}" stroke-width="1.4" fill="none"/>`
  const return_ = `<path d="M100 16v8h-92v-6M5 21l3-4 3 4" stroke="${paper.ink}" stroke-width="1" fill="none"/>`
  return {
    width: 108,
    margin: [0, 14, 0, 0],
    stack: [
      {
        svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 108 26">${station(8, !isReceived)}${line}${station(100, isReceived)}${back === null ? '' : return_}</svg>`,
        width: 108,
      },
      ...(back === null
        ? []
        : [
            {
              text: back,
              fontSize: 7.5,
              alignment: 'center' as const,
              margin: [0, 1, 0, 0] as [number, number, number, number],
            },
          ]),
    ],
  }
}

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
