import { idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../../lib/in-address.ts'

/** `?from`: the protocol that fills the form (contract 17.40). */
export const newProtocolSearch = inAddress(z.object({ from: idFilter }))
