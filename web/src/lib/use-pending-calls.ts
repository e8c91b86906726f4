import { type MutationOptions, useMutationState } from '@tanstack/react-query'

/**
 * What the calls of a mutation were sent with that have not been answered yet. `isPending` knows only the last one, so
 * rows that share a mutation would have to wait for each other.
 *
 * @param mutation it has a `mutationKey`
 */
export const usePendingCalls = <Answer, Sent, Before>({
  mutationKey = [],
}: MutationOptions<Answer, Error, Sent, Before>): readonly Sent[] =>
  useMutationState({ filters: { mutationKey, status: 'pending' }, select: ({ state }) => state.variables as Sent })
