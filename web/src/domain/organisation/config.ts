import { publicConfigWire } from '@malote/core/config/public-config.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { setDisplayTimeZone } from '../../lib/format.ts'

/** The organisation's settings that the browser needs. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const config = readWire(publicConfigWire, await api.get('/api/config', { signal }))
    if (config.timeZone) setDisplayTimeZone(config.timeZone)
    return config
  },
  staleTime: Number.POSITIVE_INFINITY,
})
