import { registerWords } from '../settings/register-words.ts'

export const departmentWords = registerWords('departamento', 'Departamento', 'o')
