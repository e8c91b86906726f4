import type { SecondStepKind } from '@malote/core/auth/second-step.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { endPendingSignIns, settleDuty } from '../auth/public.ts'

/** A signed-in person who changes their own second step. */
export interface Enroller {
  viewer: { id: number; name: string }
  sessionId: number
  ip: string
}

/** Completes every enrolment: clears the duty, writes the audit event, and notifies the account's owner. */
export async function finishEnrolment(
  trx: Trx,
  config: Config,
  { viewer, ip }: Enroller,
  method: { kind: SecondStepKind; name: string },
  now: Date,
): Promise<void> {
  await endPendingSignIns(trx, viewer.id)
  await settleDuty(trx, config, viewer.id)
  const subject = { kind: 'user', id: String(viewer.id), name: viewer.name }
  await recordAudit(trx, { action: 'second-step.enrolled', actor: viewer, address: ip, subject, after: method })
  await notifyAccount(trx, {
    userId: viewer.id,
    title: 'Verificação em duas etapas cadastrada',
    message: `${methodWords[method.kind]} “${method.name}” agora confirma as suas entradas no Malote. Se não foi você, altere a sua senha e fale com um administrador.`,
    at: now,
  })
}

/** The method in the sentence of a notice. */
export const methodWords = { totp: 'O aplicativo', passkey: 'A chave de acesso' } as const satisfies Record<
  SecondStepKind,
  string
>
