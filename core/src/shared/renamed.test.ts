import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { ownPath, readWire, renamed } from './renamed.ts'
import { bit } from './wire-values.ts'

const place = z.object({ id: z.int(), name: z.string().trim().min(1, 'Nome é obrigatório'), isOpen: bit })
const placeWire = renamed(place, { id: 'plid', name: 'plname' })
const tripWire = renamed(
  z.object({ tripId: z.int(), stops: z.array(placeWire), lastStop: placeWire.nullish(), note: z.string().optional() }),
)

const wire = {
  trip_id: 7,
  stops: [{ plid: 1, plname: 'Recepção', is_open: 1 as const }],
  last_stop: { plid: 2, plname: 'Arquivo', is_open: 0 as const },
}
const trip = {
  tripId: 7,
  stops: [{ id: 1, name: 'Recepção', isOpen: true }],
  lastStop: { id: 2, name: 'Arquivo', isOpen: false },
}

describe('renamed', () => {
  it('decodes the wire names into ours and encodes them back, also in nested lists', () => {
    expect(z.decode(tripWire, wire)).toEqual(trip)
    expect(z.encode(tripWire, trip)).toEqual(wire)
    expectTypeOf<z.input<typeof placeWire>>().toEqualTypeOf<{ plid: number; plname: string; is_open: 0 | 1 }>()
    expectTypeOf<z.output<typeof placeWire>>().toEqualTypeOf<{ id: number; name: string; isOpen: boolean }>()
  })

  it('drops columns that the schema does not know on the way out', () => {
    const row = { ...trip, passwordHash: 'secret' }
    expect(z.encode(tripWire, row)).not.toHaveProperty('password_hash')
  })

  it("reports a bad request under the wire's names with the field's own sentence", () => {
    const bad = { trip_id: 7, stops: [{ plid: 1, plname: ' ', is_open: 1 }] }
    const issue = z.safeDecode(tripWire, bad as never).error?.issues[0]
    expect(issue).toMatchObject({ path: ['stops', 0, 'plname'], message: 'Nome é obrigatório' })
  })

  it('demands of several fields together what the entity does, under the wire’s names', () => {
    const span = z
      .object({ firstDay: z.string(), lastDay: z.string() })
      .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { path: ['lastDay'], error: 'Datas trocadas' })
    const decoded = z.safeDecode(renamed(span), { first_day: '2', last_day: '1' })
    expect(decoded.error?.issues).toMatchObject([{ path: ['last_day'], message: 'Datas trocadas' }])
    expect(z.decode(renamed(span), { first_day: '1', last_day: '2' })).toEqual({ firstDay: '1', lastDay: '2' })
  })

  it('describes the wire side to OpenAPI, for requests and responses', () => {
    const schema = z.toJSONSchema(tripWire, { io: 'input' })
    expect(Object.keys(schema.properties ?? {})).toEqual(['trip_id', 'stops', 'last_stop', 'note'])
  })
})

describe('readWire', () => {
  it('reads an answer like decode does', () => expect(readWire(tripWire, wire)).toEqual(trip))

  it('keeps what does not fit instead of breaking', () => {
    expect(readWire(tripWire, { trip_id: null, stops: null, extra: 1 })).toEqual({
      tripId: null,
      stops: null,
      extra: 1,
    })
    expect(readWire(placeWire, { is_open: 'talvez' })).toEqual({ isOpen: 'talvez' })
  })
})

it('ownPath finds our field behind a path of the wire', () => {
  expect(ownPath(tripWire, 'stops.0.plname')).toBe('stops.0.name')
  expect(ownPath(tripWire, 'last_stop.is_open')).toBe('lastStop.isOpen')
  expect(ownPath(tripWire, 'unknown.thing')).toBe('unknown.thing')
})
