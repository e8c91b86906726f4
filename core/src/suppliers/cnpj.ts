import { z } from 'zod'

/** The warning under a CNPJ whose check digits are wrong; it does not block (contract 11.23). */
export const cnpjWarning = 'Dígitos verificadores não conferem'

/** Upper case for the letters of a code alone: `toUpperCase` would also make "SS" of "ß" and "S" of "ſ". */
export const asciiCapitals = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** A CNPJ as it is stored: upper case, without punctuation or spaces. What cannot be in a CNPJ stays, to be refused. */
export const normaliseCnpj = (text: string): string => asciiCapitals(text.replace(/[\s./-]/g, ''))

/** 12 letters or digits and 2 digits (IN RFB 2.229/2024); the older ones have digits only. */
const form = /^[A-Z0-9]{12}[0-9]{2}$/

/**
 * The mask 00.000.000/0000-00 over as much of a CNPJ as there is, also while somebody types; at most 18 characters.
 * Characters that no CNPJ has fall away.
 */
export function formatCnpj(text: string): string {
  const positions = asciiCapitals(text)
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 14)
  const groups = [
    positions.slice(0, 2),
    positions.slice(2, 5),
    positions.slice(5, 8),
    positions.slice(8, 12),
    positions.slice(12),
  ]
  const separators = ['', '.', '.', '/', '-']
  return groups.map((group, index) => group && separators[index] + group).join('')
}

/** Value of a position: its ASCII code − 48, which is the digit itself for digits. */
const worth = (position: string) => position.charCodeAt(0) - 48

/** Weights 2 … 9 from the right, again and again; modulo 11. */
function checkDigit(positions: string): number {
  const last = positions.length - 1
  const sum = [...positions].reduce((total, position, index) => total + worth(position) * (2 + ((last - index) % 8)), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

/** The two digits that follow the first 12 positions of a CNPJ, numeric or alphanumeric. */
export function checkDigitsOf(first12: string): string {
  const first = checkDigit(first12)
  return `${first}${checkDigit(`${first12}${first}`)}`
}

/** @param text with or without punctuation; false for what is no CNPJ at all */
export function hasValidCheckDigits(text: string): boolean {
  const cnpj = normaliseCnpj(text)
  return form.test(cnpj) && checkDigitsOf(cnpj.slice(0, 12)) === cnpj.slice(12)
}

/** Whether the warning is due: a whole CNPJ, and its check digits are wrong. While it is typed nothing is wrong yet. */
export const hasWrongCheckDigits = (text: string): boolean =>
  form.test(normaliseCnpj(text)) && !hasValidCheckDigits(text)

/** A CNPJ with or without punctuation; gives the stored form. Check digits are not judged here. */
export const cnpjField = z
  .string('CNPJ é obrigatório')
  .overwrite(normaliseCnpj)
  .min(1, { error: 'CNPJ é obrigatório', abort: true })
  .regex(form, 'CNPJ deve ter 14 dígitos')
  // What may be sent, which is more than what is kept.
  .meta({ pattern: '^[\\s./-]*([0-9A-Za-z][\\s./-]*){12}([0-9][\\s./-]*){2}$' })
