import { expect, it } from 'vitest'
import { outcomeOf, withRetried } from './sent-outcome.ts'

// proves 17.45
it('names the protocol of each destination, and why the others have none', () => {
  const errors = [{ destinationDepartmentId: 4, message: 'Departamento não encontrado' }]
  const first = outcomeOf(['3', '4', '5'], { protocolIds: [12, 13], errors })
  expect(first).toEqual({
    sent: [
      { destination: '3', protocolId: 12 },
      { destination: '5', protocolId: 13 },
    ],
    failed: [{ destination: '4', message: 'Departamento não encontrado' }],
  })
  const second = withRetried(first, outcomeOf(['4'], { protocolIds: [14], errors: [] }))
  expect(second.failed).toEqual([])
  expect(second.sent.map(({ protocolId }) => protocolId)).toEqual([12, 13, 14])
})
