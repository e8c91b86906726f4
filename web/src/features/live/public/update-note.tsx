import { useSyncExternalStore } from 'react'
import { actWords, latestAct } from '../act-words.ts'

/** Who has just changed what is on the screen. It is there before it has words, so that a screen reader reads them. */
export function UpdateNote({ protocolId }: { protocolId: number }) {
  const act = useSyncExternalStore(latestAct.subscribe, latestAct.get)
  return <span role="status">{act?.protocolId === protocolId ? actWords(act) : '\u00a0'}</span>
}
