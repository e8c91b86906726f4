import { registerWords } from '../../domain/registers/register-words.ts'

export const itemTypeWords = registerWords('tipo de item', 'Tipo de Item', 'o')
