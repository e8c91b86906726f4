import type { z } from 'zod'
import { isThisMachine } from '../http/tls-defaults.ts'
import type { Variables } from './variables.ts'

/** Reports settings that are valid alone but not together. */
export function refuseContradictions(values: Variables, context: z.RefinementCtx): void {
  if (values.BACKUP_DIR !== undefined && values.BACKUP_BUCKET !== undefined) {
    const message = 'informe BACKUP_DIR ou BACKUP_BUCKET, não as duas'
    context.addIssue({ code: 'custom', path: ['BACKUP_BUCKET'], message })
  }
  if (values.S3_ENDPOINT !== undefined && values.S3_BUCKET === undefined && values.BACKUP_BUCKET === undefined) {
    context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message: 'é obrigatória quando S3_ENDPOINT é informada' })
  }
  if (values.FILES_STORE === 's3' && values.S3_BUCKET === undefined) {
    context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message: 'é obrigatória quando FILES_STORE é s3' })
  }
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const) {
    if (values[name] === undefined || values.DATABASE_URL !== undefined) continue
    const message = `é obrigatória quando ${name} é informada`
    context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message })
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
    if (values.OIDC_ISSUER === undefined || values[name] !== undefined) continue
    context.addIssue({ code: 'custom', path: [name], message: 'é obrigatória quando OIDC_ISSUER é informada' })
  }
  if (values.PASSWORD_LOGIN !== 'on' && values.OIDC_ISSUER === undefined) {
    const message = `é obrigatória quando PASSWORD_LOGIN é ${values.PASSWORD_LOGIN}`
    context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message })
  }
  if (
    values.S3_ENDPOINT?.startsWith('http:') &&
    values.S3_TLS === 'on' &&
    !isThisMachine(new URL(values.S3_ENDPOINT).hostname)
  ) {
    const message = 'informe um endereço https:, ou também S3_TLS=off para enviar os anexos sem proteção'
    context.addIssue({ code: 'custom', path: ['S3_ENDPOINT'], message })
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    const bucket = values.S3_BUCKET !== undefined ? 'S3_BUCKET' : 'BACKUP_BUCKET'
    if (values[bucket] === undefined || values[name] !== undefined) continue
    context.addIssue({ code: 'custom', path: [name], message: `é obrigatória quando ${bucket} é informada` })
  }
}
