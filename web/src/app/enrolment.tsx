import { QueryClientProvider } from '@tanstack/react-query'
import { SessionProvider } from '../domain/session/session.tsx'
import { EnrolPage } from '../features/auth/enrol-page.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { Proof } from './layout/proof.tsx'
import { queryClient } from './queries.ts'

/** The enrolment of a second step with what it needs of the app. */
export default function Enrolment() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Toaster />
        <EnrolPage />
        <Proof />
      </SessionProvider>
    </QueryClientProvider>
  )
}
