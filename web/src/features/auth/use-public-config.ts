import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

/** What the pages before the sign-in read of `GET /api/config`, by its names on the wire. */
export interface EntranceConfig {
  email_enabled?: boolean
  org_name?: string | null
  dpo_contact?: string | null
  retention_notifications_days?: number
  retention_read_notifications_days?: number
  retention_audit_days?: number | null
  retention_people_days?: number | null
}

/** The server's settings: undefined until it responds, null when it does not. */
export function usePublicConfig(): EntranceConfig | null | undefined {
  const [config, setConfig] = useState<EntranceConfig | null>()
  useEffect(() => {
    const leaving = new AbortController()
    api
      .get<EntranceConfig>('/api/config', { signal: leaving.signal })
      .then(setConfig)
      .catch(() => leaving.signal.aborted || setConfig(null))
    return () => leaving.abort()
  }, [])
  return config
}
