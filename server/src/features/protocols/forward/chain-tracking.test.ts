import { expect, it } from 'vitest'
import { testChain } from './forward.test-setup.ts'

// proves 20.37
it('tells every hop, where the item is now, and who acted only to those who see the protocol', async () => {
  const chain = await testChain()
  const { a, b, c, d, clock, track } = chain
  const at = (hour: number) => clock.set(`2026-11-16T${hour}:00:00Z`)
  const first = await chain.send(a, b)
  at(13)
  await chain.receive(b, first)
  at(14)
  const next = await chain.passOn(b, first, c)
  expect(await track(a, first)).toMatchObject({
    current_location: `${b.name} (aguardando recebimento em ${c.name})`,
    custody: 'destination',
  })
  at(15)
  await chain.receive(c, next)
  at(16)
  const last = await chain.passOn(c, next, d)
  at(17)
  await chain.receive(d, last)
  expect((await track(a, first)).current_location).toBe(d.name)
  at(18)
  await chain.giveBack(d, last.items[0])
  expect((await track(a, first)).current_location).toBe(c.name)
  at(19)
  await chain.confirm(c, last.items[0])

  const past = async (organisation: typeof a) =>
    (await track(organisation, first)).timeline
      .filter(({ status }: { status: string }) => status !== 'pending')
      .map(({ description, department, user }: Record<string, string>) => [description, department, user])
  const hops = (sender: string | null, receiver: string | null) => [
    [`Enviado de ${a.name} para ${b.name}`, a.name, a.person],
    [`Recebido em ${b.name}`, b.name, b.person],
    [`Encaminhado para ${c.name}`, b.name, sender],
    [`Recebido em ${c.name}`, c.name, receiver],
    [`Encaminhado para ${d.name}`, c.name, null],
    [`Recebido em ${d.name}`, d.name, null],
    [`Devolvido a ${c.name}`, d.name, null],
  ]
  expect(await past(a)).toEqual(hops(null, null))
  expect(await past(b)).toEqual(hops(b.person, c.person))

  at(20)
  await chain.giveBack(c, next.items[0])
  await chain.confirm(b, next.items[0])
  expect(await track(a, first)).toMatchObject({ current_location: b.name, forwarded_to: null })
  expect((await past(a)).at(-1)).toEqual([`Devolvido a ${b.name}`, c.name, null])
  await chain.giveBack(b, first.items[0])
  expect((await track(a, first)).current_location).toBe(a.name)
})

// proves 20.69
it('draws the path of each result as the detail does', async () => {
  const chain = await testChain()
  const { a, b, c, track, detail } = chain
  const first = await chain.send(a, b)
  await chain.receive(b, first)
  const next = await chain.passOn(b, first, c)
  await chain.receive(c, next)
  const [group] = (await detail(a, first)).path
  expect(group).toMatchObject({ at: 1, hops: [{ department: b.name }, { department: c.name, protocol_id: null }] })
  expect((await track(a, first)).path).toEqual([group])
  const [own] = (await detail(c, next)).path
  expect(own).toMatchObject({ at: 0, from: a.name })
  expect((await track(c, next)).path).toEqual([own])
  await chain.giveBack(c, next.items[0])
  expect((await track(b, first)).path).toEqual((await detail(b, first)).path)
})
