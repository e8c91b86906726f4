import { createFileRoute } from '@tanstack/react-router'
import { ScanStationPage } from '../../../features/scan-station/scan-station-page.tsx'
import { stationSearch } from '../../../features/scan-station/station-search.ts'

export const Route = createFileRoute('/_app/conferencia/')({
  validateSearch: stationSearch,
  component: ScanStationRoute,
})

function ScanStationRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ScanStationPage search={search} onSearch={(next) => navigate({ search: next, replace: true })} />
}
