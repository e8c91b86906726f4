import { searchable } from '@malote/core/shared/typed-text.ts'
import type { User } from '@malote/core/users/user.ts'
import { catalogWords } from '../../domain/catalogs/catalog-words.ts'
import type { UserSearch } from '../../domain/screens/searches.ts'

/**
 * Prepares a search in the users: removing accents from two thousand names takes longer than the search itself, so it
 * is done once.
 */
export function searchableUsers(users: readonly User[]) {
  const rows = users.map((user) => ({ user, text: searchable(`${user.name ?? ''} | ${user.email ?? ''}`) }))
  return ({ search, department, role, status }: UserSearch): User[] => {
    const wanted = searchable(search ?? '')
    return rows
      .filter(({ user, text }) => {
        if (!text.includes(wanted)) return false
        if (department !== undefined && user.departmentId !== department) return false
        if (role !== undefined && user.role !== role) return false
        return status === undefined || user.isActive === (status === 'active')
      })
      .map(({ user }) => user)
  }
}

export const userWords = catalogWords('usuário', 'Usuário', 'o')
