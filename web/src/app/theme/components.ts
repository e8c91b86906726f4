import type { MantineThemeComponents } from '@mantine/core'

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
export const components: MantineThemeComponents = {
  Anchor: { defaultProps: { underline: 'hover' } },
  Button: { defaultProps: { size: 'sm' } },
  CloseButton: { defaultProps: close },
  DrawerCloseButton: { defaultProps: close },
  DrawerHeader: { defaultProps: notABanner },
  DrawerOverlay: { defaultProps: shade },
  DrawerRoot: { defaultProps: { transitionProps: quick } },
  // A focusable element with role="presentation" is not allowed inside a menu.
  Menu: {
    defaultProps: { withInitialFocusPlaceholder: false, transitionProps: quick, shadow: 'md', position: 'bottom-end' },
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
