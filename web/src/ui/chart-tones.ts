/** Chart colours by meaning: those of the statuses, and the accent for everything else. */
export type ChartTone = 'accent' | 'pending' | 'progress' | 'success' | 'danger' | 'returned' | 'neutral'

const inTurn: ChartTone[] = ['accent', 'pending', 'returned', 'success', 'progress', 'neutral']

/** The colour that `tones` gives the name, else the next in the fixed order. */
export const toneColor = (name: string, index: number, tones: Partial<Record<string, ChartTone>> = {}) =>
  `var(--chart-${tones[name] ?? inTurn[index % inTurn.length]})`
