import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eventsPath } from '@malote/core/live/event.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { remindOfDueDates } from '../../features/reminders/remind-people.ts'
import { buildProtocol } from '../builders.ts'
import { listen } from '../event-stream.ts'
import type { Surface } from './surfaces/lists.ts'
import { act, buildScene, fileContent, openScene, type Person, type Scene, type Shown } from './visibility-scene.ts'
import { adminsOnly, elsewhere, surfaces } from './visibility-surfaces.ts'

let scene: Scene

beforeAll(async () => {
  scene = await buildScene()
  for (const storageKey of scene.protocols.flatMap((protocol) => [protocol.storageKey, protocol.photoKey])) {
    const path = join(scene.test.app.settings.DATA_DIR, 'files', storageKey)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, fileContent)
  }
})

const idsOf = (protocols: readonly Shown[]) => protocols.map(({ id }) => id)
const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
const visibleTo = ({ viewer }: Person) => scene.protocols.filter((protocol) => canSee(viewer, protocol))

function expectedOf({ holds = () => true }: Surface, person: Person) {
  return idsOf(visibleTo(person).filter((protocol) => holds(protocol, person.viewer, scene)))
}

describe('what a person sees of the protocols is what core says', () => {
  // proves V8.2.2
  it.each(surfaces)('$path: $what', async (surface) => {
    for (const person of scene.people) {
      const { who, client, viewer } = person
      if (surface.roles && !surface.roles.includes(viewer.role)) {
        expect((await client.get(surface.path.replace(/\{\w+\}/, String(viewer.id)))).status, who).toBe(403)
        continue
      }
      const expected = expectedOf(surface, person)
      const shown = await surface.read(client, scene, viewer)
      if (typeof shown === 'number') expect({ who, shown }).toEqual({ who, shown: expected.length })
      else expect({ who, shown: ascending(shown) }).toEqual({ who, shown: ascending(expected) })
    }
  })

  it(`${eventsPath}: acts as they happen, and those of the last minute`, async () => {
    const { db, app, tokenOf } = scene.test
    const hear = async (query: string) =>
      Promise.all(
        scene.people.map(async (person) => ({ person, heard: await listen(app, await tokenOf(person.viewer), query) })),
      )
    const streams = await hear('')
    const actor = scene.people[0]?.viewer.id ?? 0
    // If something was sent wrongly in the first round, it has arrived by the end of the second.
    for (const round of [1, 2]) {
      for (const { id } of scene.protocols) {
        await db.transaction().execute((trx) => act(trx, id, actor, new Date()))
      }
      for (const { person, heard } of streams) {
        const times = (id: number) => heard.protocols().filter((event) => event.id === id).length
        const isComplete = () => idsOf(visibleTo(person)).every((id) => times(id) >= round)
        await expect.poll(isComplete).toBe(true)
      }
    }
    for (const { person, heard } of streams) {
      const ids = [...new Set(heard.protocols().map(({ id }) => id))]
      expect({ who: person.who, ids: ascending(ids) }).toEqual({
        who: person.who,
        ids: ascending(idsOf(visibleTo(person))),
      })
      heard.close()
    }

    for (const { person, heard } of await hear('?last=60')) {
      // Sent after the acts.
      await expect.poll(() => heard.events.some(({ event }) => event === 'inbox')).toBe(true)
      const ids = heard.protocols().map(({ id }) => id)
      expect({ who: person.who, ids: ascending(ids) }).toEqual({
        who: person.who,
        ids: ascending(idsOf(visibleTo(person))),
      })
      heard.close()
    }
  })
})

it('reminds people of what they created, as long as they see it', async () => {
  const { test, departments, people } = await openScene()
  const created: { id: number; by: Person; isVisible: boolean }[] = []
  for (const by of people) {
    for (const from of departments) {
      for (const to of departments) {
        const ends = { originDepartmentId: from.id, destinationDepartmentId: to.id }
        const items = [{ returnDate: '2026-11-18' }]
        const fields = { ...ends, items, createdBy: by.viewer.id, createdAt: '2026-11-16T12:00:00Z' }
        const { id } = await buildProtocol(test.db, fields)
        created.push({ id, by, isVisible: canSee(by.viewer, ends) })
      }
    }
  }
  await remindOfDueDates(test.db, test.app.settings, test.clock.now())
  const reminded = await test.db
    .selectFrom('itemReminders')
    .innerJoin('items', 'items.id', 'itemReminders.itemId')
    .select(['items.protocolId', 'itemReminders.userId'])
    .execute()
  const isReminded = ({ id, by }: { id: number; by: Person }) =>
    reminded.some(({ protocolId, userId }) => protocolId === id && userId === by.viewer.id)
  expect(created.filter(isReminded).map(({ id }) => id)).toEqual(
    created.filter(({ isVisible }) => isVisible).map(({ id }) => id),
  )
})

describe('every call that reads', () => {
  const readable = async () => {
    const { body } = await scene.test.anonymous.get('/api/openapi.json')
    // biome-ignore lint/suspicious/noExplicitAny: the document's own shape
    return Object.entries<any>(body.paths).filter(([, methods]) => 'get' in methods)
  }

  it('is walked here, or shows no protocol', async () => {
    const known = [...surfaces.map(({ path }) => path), ...adminsOnly, ...elsewhere, eventsPath]
    expect((await readable()).map(([path]) => path).sort()).toEqual([...new Set(known)].sort())
  })

  it('needs a session, unless it says that it does not', async () => {
    for (const [path, { get }] of await readable()) {
      if (get.security?.length === 0) continue
      const reply = await scene.test.anonymous.get(path.replace(/\{\w+\}/, '1'))
      expect({ path, status: reply.status }).toEqual({ path, status: 401 })
    }
  })

  it.each(adminsOnly)('%s is closed to everybody but Admins, who see everything', async (path) => {
    for (const { viewer, client } of scene.people) {
      const isRefused = (await client.get(path)).status === 403
      expect(isRefused).toBe(!scene.protocols.every((protocol) => canSee(viewer, protocol)))
    }
  })
})
