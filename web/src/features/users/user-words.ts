import { registerWords } from '../../domain/registers/register-words.ts'

export const userWords = registerWords('usuário', 'Usuário', 'o')
