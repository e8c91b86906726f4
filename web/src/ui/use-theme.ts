import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** 'dark' or 'light', and the way to the other one. Throws outside of the theme's provider (contract 8.16). */
export function useTheme() {
  const { setColorScheme } = useMantineColorScheme()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return { theme, toggle: () => setColorScheme(theme === 'dark' ? 'light' : 'dark') }
}
