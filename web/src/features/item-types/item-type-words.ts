import { registerWords } from '../settings/register-words.ts'

export const itemTypeWords = registerWords('tipo de item', 'Tipo de Item', 'o')
