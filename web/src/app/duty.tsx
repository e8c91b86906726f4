import { useSyncExternalStore } from 'react'
import { ReplacePasswordPage } from '../features/auth/replace-password-page.tsx'
import { session } from '../lib/stored-session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { dutyOf } from './program.ts'

const Enrolment = lazyPart(() => import('./enrolment.tsx'))

const dutyNow = () => dutyOf(session.get()?.user)

/** What people must do after signing in, before the app opens (`duty` of the session's user), one thing after another. */
function Duty() {
  const duty = useSyncExternalStore(session.subscribe, dutyNow)
  return duty === 'enrol-second-step' ? <Enrolment /> : <ReplacePasswordPage />
}

export const duty = <Duty />
