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

/** How long an answer stands for all who ask, in milliseconds: those of one page's opening. */
const together = 10_000

let asked: { at: number; answer: Promise<EntranceConfig | null> } | undefined
/** The last answer; undefined until there is one. */
let last: EntranceConfig | undefined

/** The server's settings; null when it does not respond. */
export function publicConfig(): Promise<EntranceConfig | null> {
  if (!asked || performance.now() - asked.at > together) asked = { at: performance.now(), answer: ask() }
  return asked.answer
}

async function ask(): Promise<EntranceConfig | null> {
  try {
    last = await api.get<EntranceConfig>('/api/config')
    return last
  } catch {
    asked = undefined
    return null
  }
}

/** The server's settings: undefined until it responds, null when it never has. */
export function usePublicConfig(): EntranceConfig | null | undefined {
  const [config, setConfig] = useState<EntranceConfig | null | undefined>(last)
  useEffect(() => {
    let isHere = true
    publicConfig().then((answer) => isHere && setConfig((now) => answer ?? now ?? null))
    return () => {
      isHere = false
    }
  }, [])
  return config
}
