import type { User } from '@malote/core/users/user.ts'
import { useEffect, useRef, useState } from 'react'
import { fetchInvitation } from '../../domain/users/users.api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import type { Invited } from './invitation-dialog.tsx'

interface Refusal {
  user: User
  message: string
}

interface Inviting {
  isRunning: boolean
  /** The links exist only here: the server stores nothing that could show them again. */
  invited: readonly Invited[]
  refused: readonly Refusal[]
}

const nobody: Inviting = { isRunning: false, invited: [], refused: [] }

/** Invites people one after the other: whoever cannot be invited keeps nobody else from it. */
export function useInviteAll() {
  const [state, setState] = useState(nobody)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const start = async (users: readonly User[]) => {
    isStopped.current = false
    setState(({ invited }) => ({ isRunning: true, invited, refused: [] }))
    for (const user of users) {
      if (isStopped.current) break
      await fetchInvitation(user.id).then(
        (invitation) => setState((now) => ({ ...now, invited: [...now.invited, { user, invitation }] })),
        (error: unknown) => {
          const message = errorMessage(error, 'Erro ao gerar convite. Tente novamente.')
          setState((now) => ({ ...now, refused: [...now.refused, { user, message }] }))
        },
      )
    }
    setState((now) => ({ ...now, isRunning: false }))
  }
  const stop = () => {
    isStopped.current = true
  }
  return { ...state, start, stop }
}
