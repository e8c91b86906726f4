import type { PasswordLogin } from '@malote/core/auth/password-login.ts'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

/** What the pages before the sign-in read of `GET /api/config`, by its names on the wire. */
export interface EntranceConfig {
  password_login?: PasswordLogin
  oidc_label?: string | null
  email_enabled?: boolean
  org_name?: string | null
  dpo_contact?: string | null
  retention_notifications_days?: number
  retention_read_notifications_days?: number
  retention_audit_days?: number | null
  retention_people_days?: number | null
}

let asked: Promise<EntranceConfig | null> | undefined
/** undefined until the server responds, and after a failure */
let answered: EntranceConfig | undefined

/** The server's settings, asked for once per document; null when there is no response, and the next call asks again. */
export function publicConfig(): Promise<EntranceConfig | null> {
  asked ??= api.get<EntranceConfig>('/api/config').then(
    (config) => {
      answered = config
      return config
    },
    () => {
      asked = undefined
      return null
    },
  )
  return asked
}

/** The server's settings: undefined until it responds, null when it does not. */
export function usePublicConfig(): EntranceConfig | null | undefined {
  const [config, setConfig] = useState<EntranceConfig | null | undefined>(answered)
  const isKnown = config !== undefined
  useEffect(() => {
    if (isKnown) return
    let isHere = true
    publicConfig().then((answer) => isHere && setConfig(answer))
    return () => {
      isHere = false
    }
  }, [isKnown])
  return config
}
