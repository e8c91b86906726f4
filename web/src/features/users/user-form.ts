import { zodResolver } from '@hookform/resolvers/zod'
import { role } from '@malote/core/users/role.ts'
import { newUser, type User } from '@malote/core/users/user.ts'
import type { z } from 'zod'

export type UserForm = z.input<typeof newUser>

export const userResolver = zodResolver(newUser)

/** A new user is active and has the role Usuário (contract 5.5.5). */
export const userFormOf = (user: User | null): UserForm => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  departmentId: String(user?.departmentId ?? ''),
  role: user?.role ?? role.user,
  isActive: user?.isActive ?? true,
})
