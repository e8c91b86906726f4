import { catalogWords } from '../../domain/catalogs/catalog-words.ts'

export const userWords = catalogWords('usuário', 'Usuário', 'o')
