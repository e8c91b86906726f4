import { createStore } from '../../lib/store.ts'

/** Somebody else's act that is on the screen now. */
interface Act {
  protocolId: number
  /** null: the system itself. */
  by: string | null
}

/** The latest one; null when it is no longer new. */
export const latestAct = createStore<Act | null>(null)

/** Milliseconds for which "now" is true enough. */
const isNowFor = 60_000

let forgetting: ReturnType<typeof setTimeout> | undefined

export function showAct(act: Act) {
  clearTimeout(forgetting)
  latestAct.set(act)
  forgetting = setTimeout(() => latestAct.set(null), isNowFor)
}

export const actWords = ({ by }: Act) => (by === null ? 'Atualizado agora pelo sistema' : `Atualizado agora por ${by}`)
