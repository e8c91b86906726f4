import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../../../lib/api-error.ts'

/** Where the QR codes of papers and labels lead people who are signed in (contract 22.11). */
export const Route = createFileRoute('/_app/q/$code')({
  loader: async ({ params: { code }, location }) => {
    // Not the parsed search: a fingerprint such as 12e45678 would be read as a number.
    const fingerprint = new URLSearchParams(location.searchStr).get('f')
    const { findByCode } = await import('../../../domain/codes/codes.api.ts')
    const found = await findByCode(code).catch((error) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
      throw error
    })
    if (found === null) {
      const query = new URLSearchParams({ codigo: code, ...(fingerprint && { f: fingerprint }) })
      throw redirect({ href: `${verificationPath}?${query}`, replace: true })
    }
    throw redirect({
      to: '/protocolos/$id',
      params: { id: String(found.protocolId) },
      search: {
        item: found.itemId ?? undefined,
        papel: fingerprint === null ? undefined : `f-${fingerprint.toLowerCase()}`,
      },
      replace: true,
    })
  },
})
