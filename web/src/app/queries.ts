import { drafts } from '../lib/drafts.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { session } from '../lib/stored-session.ts'
import { forgetToasts } from '../ui/toasts.ts'
import { tellOutcomes } from './tell-outcomes.ts'

export const queryClient = createQueryClient()
tellOutcomes(queryClient)

let token = session.get()?.token

// Signed in or out here, in another tab or by the server.
session.subscribe(() => {
  const before = token
  token = session.get()?.token
  if (before === token) return
  if (before) {
    drafts.keepAll()
    queryClient.clear()
  }
  // What failed for want of a session is no news for the next one.
  if (token) forgetToasts()
})
