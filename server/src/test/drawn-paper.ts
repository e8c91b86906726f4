import { readFile } from 'node:fs/promises'
import { getResolvedPDFJS } from 'unpdf'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** A rectangle in millimetres from the upper left corner of a page. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>['getPage']>>
type Matrix = readonly [number, number, number, number, number, number]

const mm = 25.4 / 72

/** Moving, drawing a line and closing, as PDF.js writes paths; with how many numbers that follow. */
const numbersOf: Readonly<Record<number, number>> = { 0: 2, 1: 2, 4: 0 }

/** The filled rectangles of a page, those of one drawing together: the modules of a QR code, for example. */
export async function filledBoxes(page: Page): Promise<Box[][]> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const height = page.view[3] ?? 0
  const saved: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  const drawings: Box[][] = []
  for (const [index, operator] of fnArray.entries()) {
    const given = argsArray[index]
    if (operator === OPS.save) saved.push(matrix)
    if (operator === OPS.restore) matrix = saved.pop() ?? matrix
    if (operator === OPS.transform) matrix = times(matrix, given)
    if (operator !== OPS.constructPath || given[0] !== OPS.fill || !given[1]?.[0]) continue
    const boxes = cornersOf(given[1][0]).map((corners) => {
      const placed = corners.map(([x, y]) => [
        (matrix[0] * x + matrix[2] * y + matrix[4]) * mm,
        (height - matrix[1] * x - matrix[3] * y - matrix[5]) * mm,
      ])
      const [xs, ys] = [placed.map(([x = 0]) => x), placed.map(([, y = 0]) => y)]
      return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
    })
    drawings.push(boxes)
  }
  return drawings
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  ...([a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j] as const),
  ...([a * k + c * l + e, b * k + d * l + f] as const),
]

/** The corners of each closed shape of a path. */
function cornersOf(path: ArrayLike<number>): (readonly [number, number])[][] {
  const shapes: (readonly [number, number])[][] = []
  for (let at = 0; at < path.length; at += 1 + (numbersOf[path[at] ?? 0] ?? 0)) {
    if (path[at] === 0) shapes.push([])
    if (path[at] !== 4) shapes.at(-1)?.push([path[at + 1] ?? 0, path[at + 2] ?? 0])
  }
  return shapes
}

/** The smallest box around all of them. */
export const around = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
})

/** How a paper lies below the scanner. */
export interface Scanning {
  /** Dots per inch. */
  dpi: number
  /** Degrees. */
  turn?: number
  /** Share of a side of the code's square that a stamp covers, in its middle. */
  stamp?: number
}

/** What zxing reads in a picture of these boxes, with 3 mm of white paper around. */
export async function readPicture(boxes: readonly Box[], { dpi, turn = 0, stamp = 0 }: Scanning): Promise<string[]> {
  const { left, top, right, bottom } = around(boxes)
  const [width, height] = [right - left, bottom - top]
  const side = Math.hypot(width, height) + 6
  const pixels = Math.ceil((side * dpi) / 25.4)
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const isDark = darkAt(boxes, { left, top, right, bottom }, stamp)
  const data = new Uint8ClampedArray(4 * pixels * pixels).fill(255)
  for (let y = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1) {
      const [across, down] = [((x + 0.5) / pixels - 0.5) * side, ((y + 0.5) / pixels - 0.5) * side]
      const at = [across * cosine + down * sine + width / 2, down * cosine - across * sine + height / 2] as const
      if (isDark(...at)) data.fill(0, 4 * (y * pixels + x), 4 * (y * pixels + x) + 3)
    }
  }
  await reader()
  const picture = { data, width: pixels, height: pixels, colorSpace: 'srgb' as const }
  const found = await readBarcodes(picture as ImageData, { formats: ['QRCode'], tryHarder: true })
  return found.map(({ text }) => text)
}

/** Whether something dark is at a place, in millimetres from the upper left corner of `frame`. */
function darkAt(boxes: readonly Box[], frame: Box, stamp: number) {
  // Twenty columns to the millimetre, each with the boxes in it.
  const columns = Array.from({ length: Math.ceil((frame.right - frame.left) * 20) + 1 }, (): Box[] => [])
  for (const box of boxes) {
    const last = Math.floor((box.right - frame.left) * 20)
    for (let n = Math.floor((box.left - frame.left) * 20); n <= last; n += 1) columns[n]?.push(box)
  }
  const [middleX, middleY] = [(frame.right - frame.left) / 2, (frame.bottom - frame.top) / 2]
  const radius = stamp * middleX
  return (across: number, down: number) => {
    if (Math.hypot(across - middleX, down - middleY) < radius) return true
    const [x, y] = [across + frame.left, down + frame.top]
    return (columns[Math.floor(across * 20)] ?? []).some(
      (box) => box.left <= x && x < box.right && box.top <= y && y < box.bottom,
    )
  }
}

let ready: Promise<unknown> | undefined
const reader = () => {
  ready ??= readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((wasmBinary) =>
    prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer }, fireImmediately: true }),
  )
  return ready
}
