import { storage } from '../../lib/browser-storage.ts'

/** The name of the command key on this keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'

const kept = 'atalho-ajuda'

/** Whether `?` and `N` alone do something: users must be able to turn off single-character shortcuts (WCAG 2.1.4). */
export const singleKeys = {
  isOn: () => storage.get(kept) !== 'off',
  set: (isOn: boolean) => storage.set(kept, isOn ? 'on' : 'off'),
}
