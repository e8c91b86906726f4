import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { relyingParty } from '../auth/public.ts'
import { lockUser } from '../users/public.ts'
import type { Enroller } from './enrolment.ts'
import { putOffer } from './offers.repo.ts'
import { seal } from './secret-box.ts'
import { newTotpSecret } from './totp.ts'

/** Offers a new secret for an authenticator app. It counts only once a code of it was confirmed. */
export const offerTotp = (db: Db, config: Config, { viewer, sessionId }: Enroller, now: Date) =>
  db.transaction().execute(async (trx) => {
    const { id, email } = await lockUser(trx, viewer.id)
    const { bytes, text, uri } = newTotpSecret(relyingParty(config).name, email)
    await putOffer(trx, sessionId, { kind: 'totp', secret: seal(bytes, id, config.SECOND_STEP_KEY) }, now)
    return { secret: text, uri }
  })
