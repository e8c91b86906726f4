import { createContext, use } from 'react'
import classes from './new-protocol.module.css'

/** Place of the untouched item that Enter has added; -1 without one. A context, so that the cards need not render. */
export const SpareItem = createContext(-1)

/** Says that the last item is not sent while it is empty. */
export function SpareNote({ index }: { index: number }) {
  return use(SpareItem) === index ? <span className={classes.spareNoteNote}>vazio, não será enviado</span> : null
}
