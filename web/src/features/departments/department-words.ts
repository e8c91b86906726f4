import { registerWords } from '../../domain/registers/register-words.ts'

export const departmentWords = registerWords('departamento', 'Departamento', 'o')
