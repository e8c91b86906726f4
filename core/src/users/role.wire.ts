import { z } from 'zod'
import { type Role, role, roles } from './role.ts'

/** On the wire Admin, Gestor or Usuário; the lowercase English names are accepted too (contract 1.2). */
export const roleWire = z.codec(z.enum([...roles, 'admin', 'manager', 'user'], 'Perfil inválido'), z.enum(roles), {
  decode: (wire) => (wire in role ? role[wire as keyof typeof role] : (wire as Role)),
  encode: (value): Role => value,
})
