import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeComponents,
  type VariantColorsResolver,
} from '@mantine/core'

const close = { 'aria-label': 'Fechar' }
const quick = { duration: 150 }
const shade = { backgroundOpacity: 0.45 }
/**
 * Makes the visibility toggle of password fields focusable and names it. The name avoids the word "senha", so that
 * tests and screen readers that search for it find the field.
 */
const eye = { 'aria-label': 'Mostrar ou ocultar o que foi digitado', tabIndex: 0, 'aria-hidden': false }
/** Mantine's dialogs have a <header>, which would count as a second banner landmark. */
const notABanner = { role: 'presentation' }

/** Default props of Mantine's components, including fixes for assistive technology. */
const components: MantineThemeComponents = {
  Anchor: { defaultProps: { underline: 'hover' } },
  Button: { defaultProps: { size: 'sm' } },
  CloseButton: { defaultProps: close },
  DrawerCloseButton: { defaultProps: close },
  DrawerHeader: { defaultProps: notABanner },
  DrawerOverlay: { defaultProps: shade },
  DrawerRoot: { defaultProps: { transitionProps: quick } },
  // A focusable element with role="presentation" is not allowed inside a menu.
  Menu: {
    defaultProps: {
      withInitialFocusPlaceholder: false,
      transitionProps: quick,
      shadow: 'md',
      position: 'bottom-end',
      // The page may grow above an open menu, on a slow machine, and leave it no room below.
      preventPositionChangeWhenVisible: false,
    },
  },
  ModalCloseButton: { defaultProps: close },
  ModalContent: { defaultProps: { radius: 'lg' } },
  ModalHeader: { defaultProps: notABanner },
  ModalOverlay: { defaultProps: shade },
  ModalRoot: { defaultProps: { transitionProps: { ...quick, transition: 'fade' } } },
  PasswordInput: { defaultProps: { visibilityToggleButtonProps: eye } },
  Popover: { defaultProps: { transitionProps: quick, shadow: 'md' } },
  // The list scrolls by itself; an outer scroll area would not be reachable by keyboard. It unmounts when closed,
  // because it carries the field's label, and a label must name one element only.
  Select: {
    defaultProps: {
      withScrollArea: false,
      checkIconPosition: 'right',
      comboboxProps: { shadow: 'md', keepMounted: false },
    },
  },
  Textarea: { defaultProps: { rows: 3 } },
  Tooltip: { defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } } },
}

const none = '1px solid transparent'

/** Button colours from our tokens: one accent and one danger colour, with readable text in both themes. */
const variantColors: VariantColorsResolver = (input) => {
  const isDanger = input.color === 'red'
  const isAccent = !input.color || input.color === input.theme.primaryColor
  if (!isDanger && !isAccent) return defaultVariantColorsResolver(input)

  const ink = isDanger ? 'var(--danger-ink)' : 'var(--accent)'
  const tint = isDanger ? 'var(--danger-bg)' : 'var(--accent-soft)'
  switch (input.variant) {
    case 'filled':
      return isDanger
        ? {
            background: 'var(--danger-fill)',
            hover: 'var(--danger-fill-hover)',
            color: 'var(--on-danger)',
            border: none,
          }
        : { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: none }
    case 'light':
      return { background: tint, hover: tint, color: ink, border: none }
    case 'outline':
      return { background: 'transparent', hover: tint, color: ink, border: `1px solid ${ink}` }
    case 'subtle':
      return { background: 'transparent', hover: tint, color: ink, border: none }
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: ink, border: none }
    default:
      return defaultVariantColorsResolver(input)
  }
}

const petrol: MantineColorsTuple = [
  '#ecf6f8',
  '#d8ecf0',
  '#b0dae3',
  '#86c8d6',
  '#5fb8cc',
  '#3a9db3',
  '#1f7d92',
  '#0e5a6b',
  '#0a4855',
  '#083945',
]

// Mantine uses `gray` for light and `dark` for dark surfaces, hovers, lines and control borders. Our tokens at the same
// indexes make unstyled components fit the design.
const gray: MantineColorsTuple = [
  '#f5f6f4',
  '#eef2f1',
  '#e6eae8',
  '#dde2e0',
  '#7d8b8d',
  '#647375',
  '#4a5a5c',
  '#36464a',
  '#24332f',
  '#14211f',
]
const dark: MantineColorsTuple = [
  '#e6edec',
  '#c5d1d1',
  '#a3b3b5',
  '#93a5a8',
  '#718487',
  '#2a383c',
  '#1e2a2e',
  '#172124',
  '#131c1f',
  '#101719',
]

const fontFamily = '"Inter Variable", "Inter Fallback", system-ui, sans-serif'

export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  white: '#ffffff',
  black: '#14211f',
  fontFamily,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.35' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.35' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.375rem', lg: '0.625rem', xl: '1rem' },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '40em', md: '60em', lg: '80em', xl: '96em' },
  shadows: {
    xs: 'var(--shadow-card)',
    sm: 'var(--shadow-card)',
    md: 'var(--shadow-raised)',
    lg: 'var(--shadow-raised)',
    xl: 'var(--shadow-raised)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  variantColorResolver: variantColors,
  components,
})
