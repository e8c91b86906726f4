import { createFileRoute } from '@tanstack/react-router'
import { SuggestionsPage } from '../../../features/help/suggestions-page.tsx'
import { oneOf, wholeNumber } from '../../../lib/search-values.ts'

const statuses = ['pendente', 'em_analise', 'aprovada', 'implementada', 'rejeitada']

export const Route = createFileRoute('/_app/ajuda/sugestoes')({
  validateSearch: ({
    page,
    status,
  }: Record<string, unknown>): { page?: number | undefined; status?: string | undefined } => ({
    page: wholeNumber(page),
    status: oneOf(statuses, status),
  }),
  component: SuggestionsRoute,
})

function SuggestionsRoute() {
  const { page = 1, status } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SuggestionsPage
      page={page}
      status={status}
      onSearch={(next) => navigate({ search: { page: next.page, status: next.status } })}
    />
  )
}
