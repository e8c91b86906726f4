import { useMounted } from '@mantine/hooks'

/**
 * For the `opened` of Mantine's dialogs and drawers that may be open on the first render: it records the element to
 * return the focus to when they open, but not if they mount open.
 */
export const useOpened = (isOpen: boolean) => useMounted() && isOpen
