import { registerWords } from '../../domain/catalogs/register-words.ts'

export const userWords = registerWords('usuário', 'Usuário', 'o')
