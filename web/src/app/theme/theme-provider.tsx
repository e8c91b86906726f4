import { type CSSVariablesResolver, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
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

const tokens = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--accent)',
  // The shade that Mantine uses for coloured text, e.g. in menu items.
  '--mantine-color-red-6': 'var(--danger-ink)',
  '--mantine-color-error': 'var(--danger-ink)',
  '--mantine-color-success': 'var(--success-ink)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control)',
  '--mantine-color-disabled': 'var(--neutral-bg)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** Maps Mantine's variables to our tokens, which change with the theme by themselves. */
const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })
