/** The one-time token of an invitation or of a forgotten password. A token of digits only must not become a number. */
export const accountToken = ({ token }: Record<string, unknown>): { token: string } => ({ token: String(token ?? '') })
