import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** The current theme, 'dark' or 'light', and a toggle. Throws outside the theme's provider (contract 8.16). */
export function useTheme() {
  const { setColorScheme } = useMantineColorScheme()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return { theme, toggle: () => setColorScheme(theme === 'dark' ? 'light' : 'dark') }
}
