import { z } from 'zod'
import { cleanLine } from '../shared/typed-text.ts'

/** The warning under a CNPJ whose check digits are wrong; it does not block (contract 11.23). */
export const cnpjWarning = 'Dígitos verificadores não conferem'

/** Upper case for ASCII letters only: `toUpperCase` would also turn "ß" into "SS" and "ſ" into "S". */
export const asciiCapitals = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** A CNPJ as it is stored: upper case, without punctuation or spaces. Invalid characters stay, to be refused later. */
export const normaliseCnpj = (text: string): string =>
  asciiCapitals(cleanLine(text).replace(/[\s./\p{Pd}\u2212]/gu, ''))

/** 12 letters or digits and 2 digits (IN RFB 2.229/2024); the older ones have digits only. */
const form = /^[A-Z0-9]{12}[0-9]{2}$/

/**
 * Applies the mask 00.000.000/0000-00 to a complete or partly typed CNPJ; at most 18 characters.
 * Characters that are invalid in a CNPJ are dropped.
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

/** Weights 2 … 9 from the right, repeated; modulo 11. */
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

/** @param text with or without punctuation; false for a text that is not a CNPJ, and for zeros alone, which add up by chance */
export function hasValidCheckDigits(text: string): boolean {
  const cnpj = normaliseCnpj(text)
  return form.test(cnpj) && checkDigitsOf(cnpj.slice(0, 12)) === cnpj.slice(12) && !/^0+$/.test(cnpj)
}

/**
 * Whether to show the warning: the CNPJ is complete and its check digits are wrong. An incomplete CNPJ gets no warning.
 */
export const hasWrongCheckDigits = (text: string): boolean =>
  form.test(normaliseCnpj(text)) && !hasValidCheckDigits(text)

/** The separators between the groups of a CNPJ in a text, with dashes of all lengths. */
const between = '[\\s.,/\\p{Pd}\u2212]{0,3}'

const groups = ['[A-Z0-9]{2}', '[A-Z0-9]{3}', '[A-Z0-9]{3}', '[A-Z0-9]{4}', '[0-9]{2}'].join(between)

/** Looks ahead, because one may begin inside another; the label may stand directly before it. */
const inText = new RegExp(`(?:^|[^A-Z0-9]|CNPJ)(?=(${groups})(?![A-Z0-9]))`, 'gu')

/**
 * The CNPJ in a text such as 'CNPJ: 11.222.333/0001-81', in its stored form; null when there is none. Of several the first
 * with valid check digits, else the first without letters, because words may look like a CNPJ.
 */
export function cnpjIn(text: string): string | null {
  const visible = asciiCapitals(cleanLine(text))
  const found = [...visible.matchAll(inText)].map(([, cnpj = '']) => cnpj.replace(/[^A-Z0-9]/g, ''))
  return found.find(hasValidCheckDigits) ?? found.find((cnpj) => !/[A-Z]/.test(cnpj)) ?? found[0] ?? null
}

/** A CNPJ with or without punctuation; gives the stored form. Check digits are not validated here. */
export const cnpjField = z
  .string('CNPJ é obrigatório')
  .overwrite(normaliseCnpj)
  .min(1, { error: 'CNPJ é obrigatório', abort: true })
  .regex(form, 'CNPJ deve ter 14 dígitos')
  // Describes the accepted input, which is wider than the stored form.
  .meta({ pattern: '^[\\s./-]*([0-9A-Za-z][\\s./-]*){12}([0-9][\\s./-]*){2}$' })
