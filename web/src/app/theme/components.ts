import type { MantineThemeComponents } from '@mantine/core'

const close = { 'aria-label': 'Fechar' }
const quick = { duration: 150 }
/**
 * The eye in a password field is reached by keyboard and has a name. The name does without the field's own word: a test
 * or a screen reader that looks for "senha" means the field.
 */
const eye = { 'aria-label': 'Mostrar ou ocultar o que foi digitado', tabIndex: 0, 'aria-hidden': false }
/** Mantine's dialogs have a <header>, which would count as a second banner of the page. */
const notABanner = { role: 'presentation' }

/** Defaults of Mantine's components, and what plain Mantine gets wrong for assistive technology. */
export const components: MantineThemeComponents = {
  Anchor: { defaultProps: { underline: 'hover' } },
  Button: { defaultProps: { size: 'sm' } },
  CloseButton: { defaultProps: close },
  Drawer: {
    defaultProps: { closeButtonProps: close, transitionProps: quick, overlayProps: { backgroundOpacity: 0.45 } },
  },
  DrawerCloseButton: { defaultProps: close },
  DrawerHeader: { defaultProps: notABanner },
  // An element with role="presentation" that can take focus is not allowed among the items of a menu.
  Menu: {
    defaultProps: { withInitialFocusPlaceholder: false, transitionProps: quick, shadow: 'md', position: 'bottom-end' },
  },
  Modal: {
    defaultProps: {
      centered: true,
      closeButtonProps: close,
      radius: 'lg',
      transitionProps: { ...quick, transition: 'fade' },
      overlayProps: { backgroundOpacity: 0.45 },
    },
  },
  ModalCloseButton: { defaultProps: close },
  ModalHeader: { defaultProps: notABanner },
  PasswordInput: { defaultProps: { visibilityToggleButtonProps: eye } },
  Popover: { defaultProps: { transitionProps: quick, shadow: 'md' } },
  // Its list scrolls by itself: a box around it that scrolls would be one that no keyboard can reach. Closed it is gone:
  // it bears the label of its field, and a label names one thing.
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
