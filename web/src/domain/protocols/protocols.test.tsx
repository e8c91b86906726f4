import { historyAction } from '@malote/core/acts/act.ts'
import type { CustodyPath, PathHop } from '@malote/core/protocols/custody-path.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { IconArrowRight, IconClock, IconPoint, IconX } from '@tabler/icons-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CustodyChain } from './custody-chain.tsx'
import { custodySideOf, ownSideOf } from './custody-side.ts'
import { type CustodyStop, custodyTree, isChain } from './custody-tree.ts'
import { activityLook } from './display-looks.ts'
import { AwaitingNote } from './protocol-parts.tsx'
import { PathStopNote } from './return-path.tsx'
import { whatHappened } from './what-happened.ts'

describe('awaiting note', () => {
  const words = (days: number | null) => renderToStaticMarkup(<AwaitingNote days={days} />)

  // proves 20.55
  it.each([
    [null, ''],
    [0, ''],
    [1, 'aguarda recebimento há 1 dia útil'],
    [3, 'aguarda recebimento há 3 dias úteis'],
  ])('says how long a protocol has been waiting for %s days', (days, text) => {
    expect(words(days).replace(/<[^>]*>/g, '')).toBe(text)
  })

  it('is emphasised after more than two business days', () => {
    expect(words(2)).not.toContain('data-long')
    expect(words(3)).toContain('data-long')
  })
})

describe('custody chain', () => {
  const at = '2026-11-20T12:00:00Z'
  const hop = (department: string) => ({
    department,
    since: at,
    receivedAt: at,
    returnedAt: null,
    returnDate: '2026-11-27',
    protocolId: null,
  })
  const legal = hop('Jurídico')

  it('says the open occurrences of a stop on a line of their own', () => {
    const chain = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <CustodyChain
          path={[
            { from: null, itemsCount: 1, itemIds: [1], hops: [legal], at: 0 },
            { from: null, itemsCount: 1, itemIds: [2], hops: [legal, hop('Diretoria')], at: 1 },
          ]}
          requiresReturn
          items={[
            { id: 1, openOccurrences: 1, forwardedFrom: null },
            { id: 2, openOccurrences: 0, forwardedFrom: null },
          ]}
          origin="Recursos Humanos"
          destination="Jurídico"
          line="solid"
          sent={null}
          arrived={<PathStopNote words="Recebido" by="Carlos Menezes" at={at} />}
        />
      </QueryClientProvider>,
    )
    const lines = chain.replace(/<\/?div[^>]*>/g, '\n').replace(/<[^>]+>/g, '')
    expect(lines).toMatch(/^1 ocorrência$/m)
    expect(lines.match(/ocorrência/g)).toHaveLength(1)
  })
})

describe('protocols', () => {
  describe('activity look', () => {
    describe('an entry of the history', () => {
      // proves 4.26
      it.each([
        [historyAction.protocolCreated, 'progress'],
        [historyAction.protocolReceived, 'progress'],
        [historyAction.protocolEdited, 'pending'],
        [historyAction.protocolCompleted, 'success'],
        [historyAction.protocolCancelled, 'danger'],
        [historyAction.commentAdded, 'progress'],
        [historyAction.commentDeleted, 'progress'],
        [historyAction.itemReturned, 'pending'],
        [historyAction.itemCompleted, 'success'],
        [historyAction.itemCancelled, 'danger'],
        [historyAction.itemTransferred, 'progress'],
        [historyAction.itemAssigned, 'progress'],
        [historyAction.dueDateChanged, 'pending'],
        ['Documento DEVOLVIDO', 'pending'],
        ['Em andamento', 'progress'],
        ['Pendente', 'pending'],
        ['Algo de outro sistema', 'progress'],
        [undefined, 'progress'],
      ])('%j has the colour %s', (action, tone) => expect(activityLook(action).tone).toBe(tone))

      it.each([
        ['Em andamento', IconArrowRight],
        ['Pendente', IconClock],
        ['Item cancelado', IconX],
        ['', IconPoint],
      ])('%j has its picture', (action, icon) => expect(activityLook(action).icon).toBe(icon))
    })
  })

  describe('custody side', () => {
    const { pending, inProgress, completed, cancelled } = protocolStatus

    // proves 11.13, 14.10
    it.each([
      [pending, true, 2, 'from'],
      [pending, false, 2, 'from'],
      [inProgress, true, 2, 'to'],
      [inProgress, true, 0, 'from'],
      [completed, true, 0, 'from'],
      [completed, false, 0, 'to'],
      [cancelled, true, 0, 'from'],
    ] as const)(
      '%s, requires return: %s, %d pending items: it is at the side "%s"',
      (status, requiresReturn, pendingItems, side) => {
        expect(custodySideOf({ status, requiresReturn, pendingItems })).toBe(side)
      },
    )

    it.each([
      [1, 'from'],
      [2, 'to'],
      [3, null],
      [null, null],
    ] as const)('shows somebody of department %s their own side: %s', (departmentId, side) => {
      const viewer = { id: 1, name: 'Ana', role: role.user, departmentId }
      expect(ownSideOf(viewer, { originDepartmentId: 1, destinationDepartmentId: 2 })).toBe(side)
    })
  })

  describe('custody tree', () => {
    const hop = (department: string, protocolId: number | null = null, since = '2026-11-20T12:00:00Z'): PathHop => ({
      department,
      since,
      receivedAt: since,
      returnedAt: null,
      returnDate: '2026-11-27',
      protocolId,
    })

    let nextId = 1
    const group = (itemsCount: number, hops: PathHop[], at = hops.length - 1): CustodyPath[number] => ({
      from: null,
      itemsCount,
      itemIds: Array.from({ length: itemsCount }, () => nextId++),
      hops,
      at,
    })

    /** `Jurídico 1/3 (Diretoria 2/2)`: the name, the items here of all that went there, and the ways on. */
    const drawn = ({ hop: leading, here, count, onward }: CustodyStop): string => {
      const ways = onward.length > 0 ? ` (${onward.map(drawn).join(', ')})` : ''
      return `${leading?.department ?? 'origem'} ${here}/${count}${ways}`
    }

    describe('custodyTree', () => {
      const legal = hop('Jurídico', 5)

      // proves 20.66
      it('branches where the items went to several departments, and counts where they are', () => {
        const path = [
          group(3, [legal]),
          group(1, [legal, hop('Diretoria')]),
          group(1, [legal, hop('Diretoria'), hop('Patrimônio')]),
          group(2, [legal, hop('Compras')]),
        ]
        expect(drawn(custodyTree(path))).toBe('origem 0/7 (Jurídico 3/7 (Diretoria 1/2 (Patrimônio 1/1), Compras 2/2))')
      })

      // proves 20.66
      it('has the items with the stop before while they are on their way, or once they were returned', () => {
        const path = [group(1, [legal], -1), group(2, [legal, hop('Diretoria')], 0)]
        expect(drawn(custodyTree(path))).toBe('origem 1/3 (Jurídico 2/3 (Diretoria 0/2))')
      })

      it('tells two deliveries to the same department apart', () => {
        const later = '2026-11-21T12:00:00Z'
        const path = [group(1, [legal, hop('Diretoria', 7)]), group(1, [legal, hop('Diretoria', 8, later)])]
        expect(drawn(custodyTree(path))).toBe('origem 0/2 (Jurídico 0/2 (Diretoria 1/1, Diretoria 1/1))')
      })

      it('keeps the items of each stop', () => {
        const path = [group(1, [legal]), group(2, [legal, hop('Diretoria')])]
        const [first] = custodyTree(path).onward
        expect(first?.itemIds).toEqual(path.flatMap(({ itemIds }) => itemIds))
        expect(first?.onward[0]?.itemIds).toEqual(path[1]?.itemIds)
      })
    })

    describe('isChain', () => {
      // proves 20.66
      it.each([
        ['no path', null, false],
        ['only the protocol itself', [group(2, [hop('Jurídico')])], false],
        ['a further stop', [group(1, [hop('Jurídico')]), group(1, [hop('Jurídico'), hop('Diretoria')])], true],
        ['items that came from elsewhere', [{ ...group(1, [hop('Jurídico')]), from: 'RH' }], true],
      ])('of %s', (_, path, expected) => expect(isChain(path)).toBe(expected))
    })
  })

  describe('what happened', () => {
    const at = '2026-11-22T17:02:00.000Z'
    const by = 'Carlos Menezes'
    const { pending, inProgress, completed, cancelled } = protocolStatus

    // proves 20.53
    it.each([
      ['pending', { status: pending }, null],
      [
        'received',
        { status: inProgress, receivedBy: by, receivedAt: at },
        'Carlos Menezes recebeu este protocolo em 22/11/2026 às 14:02.',
      ],
      ['completed', { status: completed, completedBy: by }, 'Carlos Menezes concluiu este protocolo.'],
      [
        'refused',
        { status: cancelled, cancelKind: 'refused' as const, cancelledBy: by, cancelReason: 'Endereço errado' },
        'Carlos Menezes recusou este protocolo. Motivo: Endereço errado',
      ],
      [
        'redirected',
        { status: cancelled, cancelKind: 'redirected' as const },
        'Outra pessoa redirecionou este protocolo.',
      ],
    ])('%s is told with the name of the person', (_, protocol, sentence) => {
      expect(whatHappened(protocol)).toBe(sentence)
    })
  })
})
