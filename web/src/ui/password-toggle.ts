/**
 * The eye in a password field is a control with a name that keyboards reach, too. The name does without the field's own
 * word: who asks for "senha" means the field.
 */
export const passwordToggle = {
  'aria-label': 'Mostrar ou ocultar o que foi digitado',
  tabIndex: 0,
  'aria-hidden': false,
} as const
