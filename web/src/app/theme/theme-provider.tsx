import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables } from './css-variables.ts'
import { theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'malote:theme' })

/** Uses the saved choice, else the system's preference; saves changes (contract 4.2). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  )
}
