import { filter, idFilter, oneOf } from '@malote/core/shared/query.ts'
import { trackingFilter } from '@malote/core/tracking/tracking-result.ts'
import { trackingTypes } from '@malote/core/tracking/tracking-type.ts'
import { inAddress } from '../../lib/in-address.ts'

export const trackingSearch = inAddress(
  trackingFilter.omit({ startDate: true, endDate: true }).extend({
    /** What the text is; absent until the user says so. */
    type: filter(oneOf(trackingTypes)),
    /** The item whose full timeline is open. */
    timeline: idFilter,
  }),
)

/** The search params of the tracking screen. */
export type TrackingSearch = ReturnType<typeof trackingSearch>
