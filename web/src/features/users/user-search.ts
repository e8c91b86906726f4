import { type Role, roles } from '@malote/core/users/role.ts'
import { type DialogSearch, dialogSearch } from '../../domain/registers/register-search.ts'
import { identity, laterPage, oneOf, searchWords } from '../../lib/search-values.ts'

/** The screen's filters and its open dialog as the address holds them: only what is set. */
export interface UserSearch extends DialogSearch {
  search?: string | undefined
  department?: number | undefined
  role?: Role | undefined
  status?: 'active' | 'inactive' | undefined
  page?: number | undefined
}

/**
 * Reads the address; a filter that makes no sense counts as not set.
 *
 * @returns also the names of what is not set: the router keeps what it is not told about
 */
export function userSearch({ search, department, role, status, page, ...rest }: Record<string, unknown>): UserSearch {
  return {
    search: searchWords(search),
    department: identity(department),
    role: oneOf(roles, role),
    status: oneOf(['active', 'inactive'] as const, status),
    page: laterPage(page),
    ...dialogSearch(rest),
  }
}
