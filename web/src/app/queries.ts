import { drafts } from '../lib/drafts.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { session } from '../lib/stored-session.ts'
import { forgetToasts } from '../ui/toasts.ts'
import { tellOutcomes } from './tell-outcomes.ts'

export const queryClient = createQueryClient()
tellOutcomes(queryClient)

let token = session.get()?.token

// The session also changes in other tabs and when the server ends it.
session.subscribe(() => {
  const before = token
  token = session.get()?.token
  if (before === token) return
  if (before) {
    drafts.keepAll()
    queryClient.clear()
  }
  // Error toasts of the previous session do not concern the next one.
  if (token) forgetToasts()
})
