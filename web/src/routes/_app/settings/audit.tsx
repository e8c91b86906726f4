import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit/audit-page.tsx'
import { auditSearch } from '../../../features/audit/audit-search.ts'

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: auditSearch,
  component: AuditRoute,
})

function AuditRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuditPage
      search={search}
      onSearch={(change, { replace } = { replace: false }) =>
        navigate({ search: (current) => auditSearch({ ...current, ...change }), replace })
      }
    />
  )
}
