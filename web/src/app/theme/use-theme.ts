import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** 'dark' or 'light', and the way to the other one. Throws outside of the theme's provider (SPEC 8 "Developer errors"). */
export function useTheme() {
  const { setColorScheme } = useMantineColorScheme()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return { theme, toggle: () => setColorScheme(theme === 'dark' ? 'light' : 'dark') }
}
