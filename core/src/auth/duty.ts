/**
 * What a person must do in a new session before anything else: replace a password that was made for them, or enrol the
 * second step that the organisation demands.
 */
export const duties = ['choose-password', 'enrol-second-step'] as const
export type Duty = (typeof duties)[number]
