import { isAnonymized } from '@malote/core/users/anonymized.ts'
import { roles } from '@malote/core/users/role.ts'
import type { User } from '@malote/core/users/user.ts'
import { canAdminister, canReadUsers } from '@malote/core/users/user-rules.ts'
import { Button, Select, TextInput } from '@mantine/core'
import { IconFilterOff, IconLogout, IconMailPlus, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ImportLink } from '../../domain/catalogs/catalog-page.tsx'
import { readOnly } from '../../domain/catalogs/catalog-words.ts'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import { type UserSearch, userSearch } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { usersQuery } from '../../domain/users/users.api.ts'
import { counted, formatNumber } from '../../lib/format.ts'
import { ActionMenuItem, RowMenu } from '../../ui/action-menu.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { useTyped } from '../../ui/fields/use-typed.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tableStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ActiveBadge } from '../../ui/status-badge.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'
import { RoleBadge, type UserActions, UserName, UserRowActions, userColumns } from './user-columns.tsx'
import { searchableUsers, userWords } from './user-filter.ts'
import classes from './users.module.css'

const InviteAllDialog = lazyPart(() => import('./invite-all-dialog.tsx'))

/** Most organisations fit on one page, and it is small enough to render at every key. */
const rowsPerPage = 50

interface UsersPageProps {
  search: UserSearch
  /** Merges a change into the search params. */
  onSearch: (change: UserSearch, options?: { replace?: boolean; keepsPlace?: boolean }) => void
}

export default function UsersPage(props: UsersPageProps) {
  const verdict = canReadUsers(useViewer())
  if (verdict.allowed) return <UsersScreen {...props} />
  return (
    <>
      <PageHeader title="Usuários" />
      <NoAccess reason={verdict.message} />
    </>
  )
}

function UsersScreen({ search, onSearch }: UsersPageProps) {
  const canManage = canAdminister(useViewer()).allowed
  const people = useQuery(usersQuery)
  const { data } = people
  const find = useMemo(() => data && searchableUsers(data), [data])
  const { page: wantedPage = 1, open: asked, id, ...filters } = search
  const found = find?.(filters)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const { open, dialogs } = useUserDialogs(data ?? [], {
    dialog: canManage ? { open: asked, id } : {},
    onDialog: (dialog, options) =>
      onSearch({ open: undefined, id: undefined, ...dialog }, { ...options, keepsPlace: true }),
  })
  const actions = canManage ? open : null
  const invitation = useDialog<User[]>()
  const missing = data?.filter(({ isActive, firstAccess }) => isActive && firstAccess) ?? []

  const lastPage = Math.max(1, Math.ceil((found?.length ?? 0) / rowsPerPage))
  const page = Math.min(wantedPage, lastPage)
  return (
    <>
      <PageHeader
        title="Usuários"
        count={found && summary(found.length, isFiltered)}
        occasion={JSON.stringify(filters)}
        context={found && !canManage && readOnly}
        action={
          canManage && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open.form(null)}>
              {userWords.add}
            </Button>
          )
        }
      >
        {canManage && missing.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconMailPlus size={16} aria-hidden />}
            onClick={() => invitation.open(missing)}
          >
            Convidar todos os que faltam ({formatNumber(missing.length)})
          </Button>
        )}
        {canManage && <ImportLink importable="users" />}
        {canManage && (
          <RowMenu label="Mais ações" width={248}>
            <ActionMenuItem icon={IconLogout} isDangerous onPress={() => open.endSessions(null)}>
              Encerrar todas as sessões
            </ActionMenuItem>
          </RowMenu>
        )}
      </PageHeader>
      <UserFilters
        search={filters}
        isFiltered={isFiltered}
        onChange={(change, options) => onSearch({ ...change, page: 1 }, options)}
        onClear={() => onSearch(userSearch({}))}
      />
      <DataTable
        caption="Usuários"
        columns={userColumns(actions)}
        rows={found?.slice((page - 1) * rowsPerPage, page * rowsPerPage)}
        skeletonRows={20}
        rowKey={({ id }) => id}
        card={(user) => <UserCard user={user} actions={actions} />}
        {...tableStates(people, 'Erro ao carregar usuários. Tente novamente.')}
        empty={<NoUsers isFiltered={isFiltered} />}
      />
      <Pagination
        page={page}
        lastPage={lastPage}
        perPage={rowsPerPage}
        total={found?.length ?? 0}
        onChange={(to) => onSearch({ page: to })}
      />
      {dialogs}
      {invitation.subject && (
        <InviteAllDialog
          key={invitation.opening}
          isOpen={invitation.isOpen}
          users={invitation.subject}
          onClose={invitation.close}
        />
      )}
    </>
  )
}

const summary = (count: number, isFiltered: boolean) =>
  isFiltered ? counted(count, 'usuário encontrado', 'usuários encontrados') : counted(count, 'usuário', 'usuários')

function NoUsers({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="Nenhum usuário encontrado com os filtros aplicados.">
      Tente outros termos ou limpe os filtros.
    </EmptyState>
  ) : (
    <EmptyState title="Nenhum usuário encontrado.">As pessoas que usam o Malote aparecem aqui.</EmptyState>
  )
}

/** A user as a card, for phones. */
function UserCard({ user, actions }: { user: User; actions: UserActions | null }) {
  const { email, phone, departmentName, role, isActive, protocolsCreated } = user
  const address = isAnonymized(user) ? '' : email
  return (
    <div className={classes.card}>
      <strong>
        <UserName {...user} />
      </strong>
      <div className="soft small anywhere whole">
        {address && <span>{address}</span>}
        {address && phone && <span> · </span>}
        {phone && <span className="nowrap">{phone}</span>}
      </div>
      <div className={`${classes.line} whole`}>
        <RoleBadge value={role} />
        <ActiveBadge isActive={isActive} />
        <span className="soft small anywhere">
          {departmentName || '—'} · {counted(protocolsCreated ?? 0, 'protocolo criado', 'protocolos criados')}
        </span>
      </div>
      {actions && (
        <div className="whole">
          <UserRowActions user={user} actions={actions} />
        </div>
      )}
    </div>
  )
}

const all = 'Todos'
const statuses: { value: NonNullable<UserSearch['status']> | ''; label: string }[] = [
  { value: '', label: all },
  { value: 'active', label: 'Ativo' },
  { value: 'inactive', label: 'Inativo' },
]

interface UserFiltersProps {
  search: UserSearch
  isFiltered: boolean
  onChange: (change: UserSearch, options?: { replace?: boolean }) => void
  onClear: () => void
}

/** Every choice and every key applies at once, because all users are already loaded (contract 2.12.9). */
function UserFilters({ search, isFiltered, onChange, onClear }: UserFiltersProps) {
  return (
    <search className={classes.filters}>
      <SearchBox text={search.search ?? ''} onChange={(text) => onChange({ search: text }, { replace: true })} />
      <DepartmentFilter value={search.department} onChange={(department) => onChange({ department })} />
      <Select
        className={classes.half}
        label="Perfil"
        data={[all, ...roles]}
        value={search.role ?? all}
        allowDeselect={false}
        onChange={(role) => onChange({ role: roles.find((one) => one === role) })}
      />
      <Select
        className={classes.half}
        label="Status"
        data={statuses}
        value={search.status ?? ''}
        allowDeselect={false}
        onChange={(status) => onChange({ status: status || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onClear}>
          Limpar filtros
        </Button>
      )}
    </search>
  )
}

interface SearchBoxProps {
  text: string
  onChange: (text: string | undefined) => void
}

function SearchBox({ text, onChange }: SearchBoxProps) {
  const typed = useTyped(text, (sent) => onChange(sent || undefined))
  return (
    <TextInput
      type="search"
      label="Buscar"
      placeholder="Nome ou e-mail"
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed.text}
      onChange={({ currentTarget: { value } }) => typed.type(value)}
    />
  )
}
