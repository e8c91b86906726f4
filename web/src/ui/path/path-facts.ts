import type { ReactNode } from 'react'

/** One of the two stations of a path. */
export type Side = 'from' | 'to'

/** The way back. */
export interface ReturnPath {
  label: ReactNode
  tone: 'neutral' | 'pending' | 'danger' | 'success'
  isDone?: boolean
}

/** A stop of a path that goes on, with the stops that follow it. */
export interface ChainStop {
  key: string
  /** The role of the stop, or how many items went there. */
  label: string
  name: string
  /** Something is at this stop now. */
  isHere: boolean
  /** The viewer's own department. */
  isOwn?: boolean
  /** Below the stop: who, when, how many. */
  notes?: ReactNode
  /** The line that leads here: dashed until received. */
  line: 'dashed' | 'solid'
  /** The way back to the stop before. */
  returnPath?: ChainReturnPath | null
  onward: readonly ChainStop[]
}

export interface ChainReturnPath extends ReturnPath {
  /** The label where a column is narrow. */
  short: ReactNode
}

/** What a screen reader says of the drawing; `where` is null when nobody has the thing. */
export function spokenPath(from: string, to: string, where: Side | null): string {
  const way = `${from} para ${to}`
  return where ? `${way}. Está com ${where === 'from' ? from : to}` : way
}
