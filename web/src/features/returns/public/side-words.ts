import type { ReturnSide } from '@malote/core/returns/return-row.ts'

/** Who owes whom the item, from where the viewer stands. */
export const sideWords: Record<ReturnSide, string> = { toReturn: 'Para devolver', toReceive: 'A receber de volta' }
