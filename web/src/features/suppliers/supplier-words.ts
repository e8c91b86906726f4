import { registerWords } from '../settings/register-words.ts'

export const supplierWords = registerWords('fornecedor', 'Fornecedor', 'o')
