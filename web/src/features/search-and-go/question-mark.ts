import { storage } from '../../lib/storage.ts'

const key = 'atalho-ajuda'

/** Whether `?` alone opens the list of shortcuts: a single character must be possible to switch off (WCAG 2.1.4). */
export const questionMark = {
  isOn: () => storage.get(key) !== 'off',
  set: (isOn: boolean) => storage.set(key, isOn ? 'on' : 'off'),
}
