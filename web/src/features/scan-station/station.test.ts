import { setImmediate } from 'node:timers/promises'
import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { role } from '@malote/core/users/role.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { finishOf, finishWords, tickOff } from './checklist.ts'
import { memoryStore, mostWaiting, type Scan } from './scan-store.ts'
import { type Answer, countsOf, createStation } from './station.ts'

const ana = 1
const done: Answer = { outcome: 'done', message: 'Protocolo recebido com sucesso!' }
const away = new ApiError(0, '')

/** A station of a person whose network and server the test decides about. */
function station({ store = memoryStore(), userId = ana } = {}) {
  const net = { isAway: false, refuses: new Map<string, ApiError>() }
  const [sent, answers]: [string[], Answer[]] = [[], []]
  const clock = { now: 0 }
  const one = createStation({
    ...{ userId, store, now: () => clock.now, onAnswer: (answer) => answers.push(answer) },
    async send({ code }: Scan) {
      if (net.isAway) throw away
      const refusal = net.refuses.get(code)
      if (refusal) throw refusal
      sent.push(code)
      return done
    },
  })
  const settled = () => expect.poll(() => countsOf(one.get().entries).waiting)
  return { one, net, sent, answers, clock, store, settled }
}

describe('the scans of a session', () => {
  // proves 23.13
  it('the same code within three seconds counts once, later again, and for another act at once', async () => {
    const { one, clock, sent } = station()
    await one.open()
    expect(one.scan('A', 'receive')).toBe(true)
    clock.now = 2_999
    expect(one.scan('A', 'receive')).toBe(false)
    expect(one.scan('A', 'return')).toBe(true)
    clock.now = 6_000
    expect(one.scan('A', 'receive')).toBe(true)
    await expect.poll(() => sent).toEqual(['A', 'A', 'A'])
    one.close()
  })

  // proves 23.14
  it('wait without a network, and are sent in order when it is back; what is refused then is shown', async () => {
    const { one, net, sent, answers, store, settled } = station()
    await one.open()
    net.isAway = true
    net.refuses.set('B', new ApiError(404, 'Código não encontrado.'))
    for (const code of ['A', 'B', 'C']) one.scan(code, 'receive')
    await expect.poll(() => one.get().isWaiting).toBe(true)
    await settled().toBe(3)
    expect((await store.read(ana)).map(({ code }) => code)).toEqual(['A', 'B', 'C'])
    net.isAway = false
    one.retry()
    await settled().toBe(0)
    expect(sent).toEqual(['A', 'C'])
    expect(answers.map(({ message }) => message)).toEqual([done.message, 'Código não encontrado.', done.message])
    expect(one.get()).toMatchObject({ isWaiting: false, last: { code: 'C' } })
    expect(await store.read(ana)).toEqual([])
    one.close()
  })

  // proves 23.14
  it.each([503, 500, 429, 401])('are kept when the server answers %i', async (status) => {
    const { one, net, settled } = station()
    await one.open()
    net.refuses.set('A', new ApiError(status, 'Agora não'))
    one.scan('A', 'receive')
    await expect.poll(() => one.get().isWaiting).toBe(true)
    net.refuses.clear()
    one.retry()
    await settled().toBe(0)
    one.close()
  })

  // proves 23.14, 23.15
  it('are there again after a reload under the same keys, and for nobody else', async () => {
    const first = station()
    await first.one.open()
    first.net.isAway = true
    first.one.scan('A', 'receive')
    first.one.scan('B', 'return')
    await expect.poll(() => first.store.read(ana)).toHaveLength(2)
    first.one.close()
    const keys = (await first.store.read(ana)).map(({ key }) => key)

    const other = station({ store: first.store, userId: 2 })
    await other.one.open()
    expect(other.one.get().entries).toEqual([])
    const again = station({ store: first.store })
    await again.one.open()
    expect(again.sent).toEqual(['A', 'B'])
    expect(again.one.get().entries.map(({ key }) => key)).toEqual(keys.toReversed())
    for (const { one } of [other, again]) one.close()
  })

  // proves 23.14
  it('are shown once they are kept, so that a reload loses none that was seen', async () => {
    const adding = Promise.withResolvers<void>()
    const { one } = station({ store: { ...memoryStore(), add: () => adding.promise } })
    await one.open()
    one.scan('A', 'receive')
    await setImmediate()
    expect(one.get()).toMatchObject({ entries: [], last: null })
    adding.resolve()
    await expect.poll(() => one.get().entries).toHaveLength(1)
    one.close()
  })

  // proves 23.14
  it('are at most five hundred that wait', async () => {
    const { one, net, store } = station()
    await one.open()
    net.isAway = true
    for (let n = 0; n <= mostWaiting; n += 1) one.scan(`${n}`, 'receive')
    await expect.poll(() => one.get().last).toMatchObject({ text: '500', answer: { outcome: 'refused' } })
    expect(one.get().entries).toHaveLength(mostWaiting)
    await expect.poll(async () => (await store.read(ana)).length).toBe(mostWaiting)
    one.close()
  })
})

describe('the checklist', () => {
  const expected = [51, 52].map((id) => ({ id, documentNumber: `${id}/26` }) as Item)
  const scanned = (itemId: number | null, protocolId = 5) => ({ itemId, protocolId })

  // proves 23.16
  it.each([
    ['an expected item ticks', scanned(51), [], { tick: 51, answer: { message: 'Conferido. 1 item falta.' } }],
    ['the last one says that it is', scanned(51), [52], { tick: 51, answer: { message: 'Tudo conferido.' } }],
    ['one that is ticked stays so', scanned(51), [51], { answer: { outcome: 'already' } }],
    ['one that is settled is refused', scanned(59), [], { answer: { outcome: 'refused' } }],
    ['the code of the protocol itself changes nothing', scanned(null), [51], { answer: { outcome: 'already' } }],
    ['another protocol opens before anything is ticked', scanned(81, 8), [], { open: 8, tick: 81 }],
    ['and is refused afterwards', scanned(81, 8), [51], { answer: { outcome: 'refused' } }],
  ])('a checklist is true to what was scanned: %s', (_, at, ticked, result) => {
    expect(tickOff(at, 5, expected, new Set(ticked))).toMatchObject(result)
  })

  const viewer = { id: 1, name: 'Rui Costa', role: role.user, departmentId: 2 }
  const route = { originDepartmentId: 1, destinationDepartmentId: 2 }
  const protocol = (requiresReturn: boolean, status: string) =>
    ({ ...route, requiresReturn, status, totalItems: 2, pendingItems: 2, cancelledItems: 0 }) as ProtocolDetail

  // proves 23.17
  it.each([
    [true, 'Pendente', 0, 'Conferir e receber'],
    [true, 'Pendente', 2, 'Conferir e receber com 2 ocorrências'],
    [true, 'Em andamento', 1, 'Registrar 1 ocorrência'],
    [true, 'Em andamento', 0, null],
    [false, 'Pendente', 0, 'Concluir'],
    [false, 'Pendente', 1, 'Registrar 1 ocorrência'],
    [false, 'Concluído', 1, null],
  ])('the end of a check (return %s, %s, %i missing) offers: %s', (requiresReturn, status, missing, words) => {
    const finish = finishOf(viewer, protocol(requiresReturn, status), missing)
    expect(finish && finishWords(finish, missing)).toBe(words)
    expect(finishOf({ ...viewer, departmentId: 3 }, protocol(requiresReturn, status), missing)).toBeNull()
  })
})
