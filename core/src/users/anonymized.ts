/** Domain of the addresses of anonymised people: `.invalid` can never receive mail (RFC 2606). */
const domain = 'anonimo.invalid'

/** The name that a departed person has after anonymisation. The number is their id, so that it never changes. */
export const anonymizedName = (id: number): string => `Pessoa removida ${id}`

/** The address of an anonymised person, because the database wants a unique one. */
export const anonymizedEmail = (id: number): string => `pessoa-removida-${id}@${domain}`

/** Whether a person was anonymised, which cannot be undone. */
export const isAnonymized = ({ email }: { email: string }): boolean => email.toLowerCase().endsWith(`@${domain}`)
