import { readWire } from '@malote/core/shared/renamed.ts'
import { systemCheckWire } from '@malote/core/system/system-check.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Banner } from '../../ui/banner.tsx'
import classes from './backup-notice.module.css'

const backupCheckQuery = queryOptions({
  queryKey: ['backup-check'],
  queryFn: async ({ signal }) => readWire(systemCheckWire, await api.get('/api/backups/check', { signal })),
  // A backup fails or becomes overdue while nobody reloads the page.
  refetchInterval: 10 * 60_000,
  staleTime: 60_000,
  // The notice is extra: if it fails, the next turn queries again.
  retry: false,
})

/** Tells an Admin on every page that there is no recent backup, and what to do; it cannot be dismissed. */
export default function BackupNotice() {
  const { data: check } = useQuery(backupCheckQuery)
  if (check?.state !== 'problem') return null
  return (
    <div className={classes.notice}>
      <Banner tone="danger">
        <strong>{check.title}.</strong> {check.summary} {check.advice}
      </Banner>
    </div>
  )
}
