import { registerWords } from '../../domain/catalogs/catalog-words.ts'

export const userWords = registerWords('usuário', 'Usuário', 'o')
