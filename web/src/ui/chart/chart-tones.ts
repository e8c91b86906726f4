/** Chart colours by meaning: those of the statuses, and the accent for everything else. */
export type ChartTone = 'accent' | 'pending' | 'progress' | 'success' | 'danger' | 'returned' | 'neutral'

export type ChartTones = Partial<Record<string, ChartTone>>

const inTurn: ChartTone[] = ['accent', 'pending', 'returned', 'success', 'progress', 'neutral']

/** The tone that `tones` gives the name, else the next in the fixed order. */
export const toneOf = (name: string, index: number, tones: ChartTones = {}): ChartTone =>
  tones[name] ?? inTurn[index % inTurn.length] ?? 'accent'

export const toneColor = (tone: ChartTone) => `var(--chart-${tone})`

/** The colour of text on a mark. */
export const toneInk = (tone: ChartTone) =>
  tone === 'pending' || tone === 'neutral' ? 'var(--on-chart-pale)' : 'var(--on-chart)'

/** The tones differ in lightness; red, which is as light as blue, is hatched, so that nobody needs to see hues. */
export const isHatched = (tone: ChartTone) => tone === 'danger'
