import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether a media query matches, also on the first render.
 *
 * @param initial what a page that is drawn at build time assumes
 */
export const useMedia = (query: string, initial = false) =>
  useMediaQuery(query, initial, { getInitialValueInEffect: false })

/**
 * True where rows are shown as cards: on phones, and on laptops at 200 % zoom, where a row's menu would be off screen.
 */
export const useIsNarrow = () => useMedia('(max-width: 50em)')

export const useIsPhone = () => useMedia('(max-width: 40em)')

/** True where a finger is the main pointer: there may be no keyboard, and a screen reader then has no Esc. */
export const useIsTouch = () => useMedia('(pointer: coarse)')
