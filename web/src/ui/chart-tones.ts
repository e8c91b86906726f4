/** The colours of charts, by meaning: those of the statuses, and the accent for what has none. */
export type ChartTone = 'accent' | 'pending' | 'progress' | 'success' | 'danger' | 'returned' | 'neutral'

const inTurn: ChartTone[] = ['accent', 'pending', 'returned', 'success', 'progress', 'neutral']

/** What `tones` says about the name, else the next colour in turn. */
export const toneColor = (name: string, index: number, tones: Partial<Record<string, ChartTone>> = {}) =>
  `var(--chart-${tones[name] ?? inTurn[index % inTurn.length]})`
