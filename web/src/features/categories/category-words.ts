import { registerWords } from '../../domain/registers/register-words.ts'

export const categoryWords = registerWords('categoria', 'Categoria', 'a')
