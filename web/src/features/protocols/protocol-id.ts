/**
 * @param text the path param
 * @returns null when it is not a valid protocol number
 */
export const protocolIdOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
