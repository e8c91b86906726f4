import { useSyncExternalStore } from 'react'
import { actWords, latestAct } from './latest-act.ts'

/** Says who has just changed the protocol on the screen. Always rendered, so that screen readers announce new text. */
export function UpdateNote({ protocolId }: { protocolId: number }) {
  const act = useSyncExternalStore(latestAct.subscribe, latestAct.get)
  return <span role="status">{act?.protocolId === protocolId ? actWords(act) : '\u00a0'}</span>
}
