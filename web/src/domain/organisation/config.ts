import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { setDisplayTimeZone } from '../../lib/format.ts'

/** What the organisation set up, as far as the browser needs it. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const [answer, { toPublicConfig }] = await Promise.all([
      api.get('/api/config', { signal }),
      import('../session/answers.ts'),
    ])
    const config = toPublicConfig(answer)
    if (config.timeZone) setDisplayTimeZone(config.timeZone)
    return config
  },
  staleTime: Number.POSITIVE_INFINITY,
})
