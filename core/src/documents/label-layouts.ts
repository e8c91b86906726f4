/** A sheet of labels, or a roll; all measures in millimetres. */
export interface LabelLayout {
  /** What the person who buys labels looks for. */
  name: string
  page: readonly [width: number, height: number]
  columns: number
  rows: number
  width: number
  height: number
  /** Upper left corner of the first label. */
  left: number
  top: number
  /** From the left edge of a label to that of the next one, and from its upper edge to that of the one below. */
  across: number
  down: number
  /** Inside of each label that stays empty: what a printer cannot reach, or misses by. */
  inset: readonly [horizontal: number, vertical: number]
}

/** The layouts of contract 22.24. */
export const labelLayouts = {
  'a4-30': {
    name: 'Folha A4, 30 etiquetas de 70 × 29,7 mm (sem margens)',
    ...{ page: [210, 297], columns: 3, rows: 10, width: 70, height: 29.7, left: 0, top: 0, across: 70, down: 29.7 },
    inset: [5, 4.5],
  },
  'a4-14': {
    name: 'Folha A4, 14 etiquetas de 99 × 38,1 mm (Pimaco A4263, A4363)',
    ...{ page: [210, 297], columns: 2, rows: 7, width: 99.1, height: 38.1, left: 4.65, top: 15.15 },
    ...{ across: 101.6, down: 38.1, inset: [3, 3] },
  },
  'carta-30': {
    name: 'Folha carta, 30 etiquetas de 66,7 × 25,4 mm (Pimaco 6180, 6280)',
    ...{ page: [215.9, 279.4], columns: 3, rows: 10, width: 66.7, height: 25.4, left: 4.8, top: 12.7 },
    ...{ across: 69.8, down: 25.4, inset: [2, 1.5] },
  },
  'roll-62': {
    name: 'Rolo de 62 mm, etiquetas de 62 × 29 mm (Brother DK-11209, DK-22205)',
    ...{ page: [62, 29], columns: 1, rows: 1, width: 62, height: 29, left: 0, top: 0, across: 62, down: 29 },
    inset: [2, 1.5],
  },
} as const satisfies Record<string, LabelLayout>
export type LabelLayoutName = keyof typeof labelLayouts
export const labelLayoutNames = Object.keys(labelLayouts) as [LabelLayoutName, ...LabelLayoutName[]]

/** Labels on one sheet. */
export const cellsOf = ({ columns, rows }: LabelLayout) => columns * rows

/** The sheet and the upper left corner of a label, in millimetres. @param cell counted from 0, row by row, over all sheets */
export function cellAt(layout: LabelLayout, cell: number): { sheet: number; left: number; top: number } {
  const onSheet = cell % cellsOf(layout)
  return {
    sheet: Math.floor(cell / cellsOf(layout)),
    left: layout.left + (onSheet % layout.columns) * layout.across,
    top: layout.top + Math.floor(onSheet / layout.columns) * layout.down,
  }
}
