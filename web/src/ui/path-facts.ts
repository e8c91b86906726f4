import type { ReactNode } from 'react'

/** One of the two stations of a path. */
export type Side = 'from' | 'to'

/** The way back. */
export interface ReturnPath {
  label: ReactNode
  tone: 'neutral' | 'pending' | 'danger' | 'success'
  isDone?: boolean
}

/** What a screen reader says of the drawing; `where` is null when nobody has the thing. */
export function spokenPath(from: string, to: string, where: Side | null): string {
  const way = `${from} para ${to}`
  return where ? `${way}. Está com ${where === 'from' ? from : to}` : way
}
