import { registerWords } from '../settings/register-words.ts'

export const categoryWords = registerWords('categoria', 'Categoria', 'a')
