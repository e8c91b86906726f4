import { z } from 'zod'

/** What a person may do; the values are the contract's (SPEC 6). */
export const role = { admin: 'Admin', manager: 'Gestor', user: 'Usuário' } as const
export type Role = (typeof role)[keyof typeof role]

export const roles = [role.admin, role.manager, role.user] as const

/** Travels as Admin, Gestor or Usuário; the lowercase English names are understood too (SPEC 1, DESIGN 4). */
export const roleWire = z.codec(z.enum([...roles, 'admin', 'manager', 'user'], 'Perfil inválido'), z.enum(roles), {
  decode: (wire) => (wire in role ? role[wire as keyof typeof role] : (wire as Role)),
  encode: (value): Role => value,
})
