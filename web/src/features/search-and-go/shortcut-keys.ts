import { storage } from '../../lib/storage.ts'

/** How the key beside the space bar is called on this keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'

const kept = 'atalho-ajuda'

/** Whether `?` alone opens the list of shortcuts: a single character must be possible to switch off (WCAG 2.1.4). */
export const questionMark = {
  isOn: () => storage.get(kept) !== 'off',
  set: (isOn: boolean) => storage.set(kept, isOn ? 'on' : 'off'),
}
