import {
  cellAt,
  cellsOf,
  type LabelLayout,
  type LabelLayoutName,
  labelLayouts,
} from '@malote/core/documents/label-layouts.ts'
import type { Content, ContentText } from 'pdfmake/interfaces.js'
import { composed, renderPdf } from '../../platform/exports/pdf.ts'
import { mm, qrCode } from './drawing.ts'
import { fitLines } from './fit-lines.ts'

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
        ...cross(width / 2, height / 2),
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

/** Points of the letters of a name that is too long for its line. */
const small = 6

/** QR code on the left, everything else beside it. @param left, top of the cell, in millimetres */
function labelAt(layout: LabelLayout, label: Label, left: number, top: number): Content[] {
  const [besides, above] = layout.inset
  const side = Math.min(layout.height - 2 * above, 30)
  const x = (left + besides + side) * mm
  const width = (layout.width - 2 * besides - side - 1) * mm
  const line = (text: string, size: number, at: number, bold = false): ContentText => ({
    absolutePosition: { x, y: (top + above) * mm + at },
    text: fitLines(text, width, size, 1),
    fontSize: size,
    bold,
    lineHeight: 1,
    noWrap: true,
  })
  const h = (layout.height - 2 * above) * mm
  // A department is read from afar, and never cut while smaller letters help.
  const fitting = (text: string, size: number) => [size, 7, small].find((one) => fitLines(text, width, one, 1) === text)
  const from = `De ${label.origin}`
  const to = `Para ${label.destination}`
  const whole = fitting(to, 8)
  const [first = '', second = ''] = fitLines(to, width, small, 2).split('\n')
  return [
    { absolutePosition: { x: (left + besides) * mm, y: (top + above) * mm }, ...qrCode(label.address, side * mm) },
    line(label.number, 11, 0, true),
    ...(label.protocol ? [line(label.protocol, 7.5, h * 0.21)] : []),
    line(from, fitting(from, 7.5) ?? small, h * 0.34),
    ...(whole
      ? [line(to, whole, h * 0.47, true)]
      : [line(first, small, h * 0.47, true), line(second, small, h * 0.47 + small * 1.1, true)]),
    ...(label.due ? [line(label.due, 8, h * 0.68, true)] : []),
    // Never cut: at this size even eleven W fit beside the largest QR code.
    { ...line('', 8, h * 0.84, true), text: label.code },
  ]
}
