/** The roles of users (contract 1.2). */
export const role = { admin: 'Admin', manager: 'Gestor', user: 'Usuário' } as const
export type Role = (typeof role)[keyof typeof role]

export const roles = [role.admin, role.manager, role.user] as const
