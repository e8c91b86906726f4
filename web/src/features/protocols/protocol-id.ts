/** @param text the part of the address; null when no protocol can have that number */
export const protocolIdOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
