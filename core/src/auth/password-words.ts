// No schemas here: the page that sets a password is shown before Zod is loaded.

/** Shortest password, in characters (contract 9.12). */
export const shortestPassword = 6

/** Longest password, in characters: the time of hashing grows with the length. */
// meets V6.2.9
export const longestPassword = 200

/** Messages for a new password that is too short or too long (contract 5.6.1). */
export const passwordTooShort = `A nova senha deve ter pelo menos ${shortestPassword} caracteres`
export const passwordTooLong = `A senha deve ter no máximo ${longestPassword} caracteres`

/** A new password that an attacker would try first. */
export const easyPassword = 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.'
export const ownWordsAsPassword =
  'A senha não pode ser formada só pelo seu nome, pelo seu e-mail ou pelo nome da organização'

export const oneWordAsPassword =
  'Uma palavra só, mesmo com números e sinais, é fácil de adivinhar. Junte outra palavra.'
export const organisationWordAsPassword =
  'A senha não pode ser só uma palavra da organização ou do Malote. Junte outra palavra.'
export const patternAsPassword =
  'Repetições, sequências do teclado e datas são fáceis de adivinhar. Escolha outra senha.'

/** A password that was made for somebody must be replaced by another one. */
export const samePassword = 'Escolha uma senha diferente da atual'

/** The repeated password differs from the first (contract 5.6.1). */
export const passwordsDiffer = 'As senhas não coincidem'
