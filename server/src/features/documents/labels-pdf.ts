import {
  cellAt,
  cellsOf,
  type LabelLayout,
  type LabelLayoutName,
  labelLayouts,
} from '@malote/core/documents/label-layouts.ts'
import type { Content, ContentText } from 'pdfmake/interfaces.js'
import { composed, renderPdf } from '../../platform/exports/pdf.ts'
import { fitLines, mm, qrCode } from './drawing.ts'

/** What a label says. */
export interface Label {
  address: string
  code: string
  /** `#318`, or the number of the document. */
  number: string
  /** `#318`, below the number of a document; else empty. */
  protocol: string
  origin: string
  destination: string
  /** `Até 27/11/2026`; empty without a due date. */
  due: string
}

interface Sheet {
  layout: LabelLayoutName
  /** Millimetres. */
  offsetX: number
  offsetY: number
}

/** *Etiquetas* (contract 22.24). @param start the first cell that is not used yet, from 1 */
export function labelsPdf({ labels, start, ...sheet }: Sheet & { labels: Label[]; start: number }): Promise<Buffer> {
  const layout = labelLayouts[sheet.layout]
  const placed = labels.map((label, index) => ({ label, ...cellAt(layout, index + start - 1) }))
  const last = placed.at(-1)?.sheet ?? 0
  return sheets(
    layout,
    Array.from({ length: last + 1 }, (_, index) =>
      placed.flatMap(({ label, sheet: on, left, top }) =>
        on === index ? labelAt(layout, label, left + sheet.offsetX, top + sheet.offsetY) : [],
      ),
    ),
    'Etiquetas',
  )
}

/**
 * One sheet with the outline of each label and a scale, to be printed on paper and held against the labels and the light.
 */
export function calibrationPdf({ layout: name, offsetX, offsetY }: Sheet): Promise<Buffer> {
  const layout = labelLayouts[name]
  const { width, height } = layout
  const outlines = Array.from({ length: cellsOf(layout) }, (_, index) => {
    const { left, top } = cellAt(layout, index)
    return {
      absolutePosition: { x: (left + offsetX) * mm, y: (top + offsetY) * mm },
      canvas: [
        { type: 'rect' as const, x: 0, y: 0, w: width * mm, h: height * mm, lineWidth: 0.4 },
        // The first one has the words.
        ...(index > 0 ? cross(width / 2, height / 2) : []),
      ],
    }
  })
  const { left, top } = cellAt(layout, 0)
  const shift = `Deslocamento: ${inMm(offsetX)} para a direita, ${inMm(offsetY)} para baixo`
  const words = [
    'Imprima em tamanho real (100 %), sem “ajustar à página”, e segure contra a luz sobre uma folha de etiquetas.',
    'As marcas ficam a 5 mm uma da outra. Meça quanto os contornos se desviam e informe como deslocamento.',
    shift,
  ]
  const inside = (width - 8) * mm
  const scale = Array.from({ length: Math.floor(width / 5) + 1 }, (_, n) => tick(n * 5))
  return sheets(
    layout,
    [
      [
        ...outlines,
        { absolutePosition: { x: (left + offsetX) * mm, y: (top + offsetY) * mm }, canvas: scale },
        {
          absolutePosition: { x: (left + offsetX + 4) * mm, y: (top + offsetY + 4) * mm },
          text: words.map((text) => fitLines(text, inside, 5.5, 4)).join('\n'),
          fontSize: 5.5,
        },
      ],
    ],
    'Folha de calibração',
  )
}

const inMm = (value: number) => `${value.toLocaleString('pt-BR')} mm`
const tick = (at: number) => ({
  type: 'line' as const,
  x1: at * mm,
  y1: 0,
  x2: at * mm,
  y2: (at % 10 ? 1.2 : 2.4) * mm,
  lineWidth: 0.4,
})
const cross = (x: number, y: number) => [
  { type: 'line' as const, x1: (x - 2) * mm, y1: y * mm, x2: (x + 2) * mm, y2: y * mm, lineWidth: 0.4 },
  { type: 'line' as const, x1: x * mm, y1: (y - 2) * mm, x2: x * mm, y2: (y + 2) * mm, lineWidth: 0.4 },
]

/** Pages of exactly the size of the sheet, on which everything has its place. */
const sheets = ({ page: [width, height] }: LabelLayout, pages: Content[][], title: string) =>
  renderPdf({
    pageSize: { width: width * mm, height: height * mm },
    pageMargins: 0,
    info: { title },
    content: pages.map((content, index) => ({
      stack: [{ text: '', fontSize: 1 }, ...composed(content)],
      ...(index > 0 && { pageBreak: 'before' as const }),
    })),
  })

/** Height of a line of Roboto, as a part of that of its letters. */
const lineHeight = 1.172

/** QR code on the left, everything else beside it. @param left, top of the cell, in millimetres */
function labelAt(layout: LabelLayout, label: Label, left: number, top: number): Content[] {
  const [besides, above] = layout.inset
  const side = Math.min(layout.height - 2 * above, 30)
  const x = (left + besides + side) * mm
  const width = (layout.width - 2 * besides - side - 1) * mm
  const height = (layout.height - 2 * above) * mm
  const line = (text: string, fontSize: number, at: number, bold: boolean): ContentText => ({
    absolutePosition: { x, y: (top + above) * mm + at },
    ...{ text, fontSize: fontSize * scale, bold, lineHeight: 1, noWrap: true },
  })
  // Low labels are wide: there the protocol shares a line with the origin.
  const isLow = height < 67
  // Large labels have large letters.
  const scale = isLow ? 1 : Math.min(height / 67, width / 88)
  const { number, protocol, origin, destination, due, code } = label
  const last = 8 * scale * lineHeight
  const numbers = [
    { text: fitLines(number, width / scale, 11, 1), size: 11, bold: true },
    ...(protocol && !isLow ? [{ text: protocol, size: 7.5, bold: false }] : []),
  ]
  const taken = numbers.reduce((sum, { size }) => sum + size * scale * lineHeight, (due ? 2 : 1) * last)
  const route = fitRoute(
    [`${isLow && protocol ? `${protocol} · ` : ''}De ${origin}`, `Para ${destination}`],
    width / scale,
    (height - taken) / scale,
  )
  let at = 0
  const placed = [...numbers, ...route].map(({ text, size, bold }) => {
    const row = line(text, size, at, bold)
    at += size * scale * lineHeight
    return row
  })
  return [
    { absolutePosition: { x: (left + besides) * mm, y: (top + above) * mm }, ...qrCode(label.address, side * mm) },
    ...placed,
    ...(due ? [line(due, 8, height - 2 * last, true)] : []),
    // Never cut: at this size even eleven W fit beside the largest QR code.
    line(code, 8, height - last, true),
  ]
}

/**
 * Where a label comes from and goes, in the largest letters in which both are whole; beyond the smallest ones the origin
 * is cut first. Departments are read from afar.
 *
 * @param width, height in points
 * @returns lines
 */
function fitRoute([origin, destination]: [string, string], width: number, height: number) {
  const wrapped = (text: string, size: number, most: number) => fitLines(text, width, size, most).split('\n')
  const linesOf = (size: number) => Math.floor(height / (size * lineHeight))
  const isWhole = (size: number) =>
    wrapped(origin, size, 9).length + wrapped(destination, size, 9).length <= linesOf(size)
  const size = [7.5, 7, 6.5, 6].find(isWhole) ?? 5.5
  const to = wrapped(destination, size, linesOf(size) - 1)
  return [
    ...wrapped(origin, size, linesOf(size) - to.length).map((text) => ({ text, size, bold: false })),
    ...to.map((text) => ({ text, size, bold: true })),
  ]
}
