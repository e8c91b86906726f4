import { useMediaQuery } from '@mantine/hooks'

/** Rows are cards here: a phone, and a laptop at 200 % zoom, where the menu of a table's row would be out of sight. */
export const useIsNarrow = () => useMediaQuery('(max-width: 50em)', false, { getInitialValueInEffect: false })
