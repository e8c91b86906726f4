import { registerWords } from '../../domain/registers/register-words.ts'

export const supplierWords = registerWords('fornecedor', 'Fornecedor', 'o')
