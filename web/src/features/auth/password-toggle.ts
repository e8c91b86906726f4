/** The eye in a password field is a control with a name that keyboards reach, too. */
export const passwordToggle = { 'aria-label': 'Mostrar ou ocultar a senha', tabIndex: 0, 'aria-hidden': false } as const
