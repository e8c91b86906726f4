import { lazyPart } from '../../ui/lazy-part.tsx'

/** The dialog in which an Admin resets somebody's second step; loaded when it is opened. */
export const ResetDialog = lazyPart(async () => ({ default: (await import('./dialogs.ts')).ResetDialog }))
