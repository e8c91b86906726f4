import type { ReturnSide } from '@malote/core/returns/return-row.ts'

/** Which side owes the item, from the viewer's perspective. */
export const sideWords: Record<ReturnSide, string> = { toReturn: 'Para devolver', toReceive: 'A receber de volta' }
