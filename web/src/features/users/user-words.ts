import { registerWords } from '../settings/register-words.ts'

export const userWords = registerWords('usuário', 'Usuário', 'o')
