import { dashboardStats, upcomingReturnWire } from '@malote/core/dashboard/dashboard.ts'
import { notificationList } from '@malote/core/notifications/notification.ts'
import { protocolDetailWire, protocolPageWire } from '@malote/core/protocols/protocol.wire.ts'
import { returnPageWire } from '@malote/core/returns/return-row.ts'
import { wireNamesOf } from '@malote/core/shared/renamed.ts'
import { bit, flag } from '@malote/core/shared/wire-values.ts'
import { trackingReplyWire } from '@malote/core/tracking/tracking-result.ts'
import fc from 'fast-check'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { responseSerializer } from './response-serializer.ts'

const route = { method: 'GET', url: '/', httpStatus: '200' }
const ours = (schema: z.ZodType) => responseSerializer({ ...route, schema })
const byZod = (schema: z.ZodType) => serializerCompiler({ ...route, schema } as never)

/** The output of a serializer, or 'refused'. */
function outcome(serialize: (response: unknown) => string, response: unknown) {
  try {
    return serialize(response)
  } catch {
    return 'refused'
  }
}

const misfits = fc.constantFrom<unknown>(undefined, null, 'other', Number.NaN, 1.5, 2 ** 60, [], {}, new Date(0))

/** Mostly valid responses for a schema, with an unknown field, and occasionally an invalid value. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const right = rightAnswersOf(schema)
  return fc.oneof({ weight: 400, arbitrary: right }, { weight: 1, arbitrary: misfits })
}

function rightAnswersOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const names = wireNamesOf(schema)
  if (names && schema instanceof z.ZodCodec) {
    const { shape } = schema.in as z.ZodObject
    return recordOf([...names].map(([name, wireName]) => [name, shape[wireName] as z.ZodType]))
  }
  if (schema instanceof z.ZodObject) return recordOf(Object.entries(schema.shape))
  if (schema instanceof z.ZodArray) return fc.array(valuesOf(schema.element), { maxLength: 3 })
  if (schema instanceof z.ZodNullable) return fc.option(valuesOf(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodOptional) return fc.option(valuesOf(schema.unwrap()), { nil: undefined })
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodCodec) return fc.boolean()
  return schema instanceof z.ZodNumber ? fc.integer({ min: 0 }) : fc.string({ unit: 'binary' })
}

const recordOf = (fields: (readonly [string, z.core.$ZodType])[]) =>
  fc
    .tuple(...fields.map(([, schema]) => valuesOf(schema)))
    .map((values) => Object.fromEntries([['passwordHash', 'x'], ...fields.map(([name], at) => [name, values[at]])]))

describe('responseSerializer', () => {
  // proves V1.2.3
  it.each<[string, z.ZodType]>([
    ['a page of protocols', protocolPageWire],
    ['a protocol', protocolDetailWire],
    ['a page of returns', returnPageWire],
    ['tracked items', trackingReplyWire],
    ['notifications', notificationList],
    ['upcoming returns', z.array(upcomingReturnWire)],
    ['figures', dashboardStats],
    ['codecs', z.object({ isRead: bit, isActive: flag.optional(), list: z.array(flag).nullish() })],
    ['checks', z.object({ name: z.string().trim().min(2), share: z.number(), rest: z.record(z.string(), z.int()) })],
    ['what Zod alone knows', z.union([z.strictObject({ id: z.int() }), z.looseObject({ name: z.string() })])],
  ])('writes %s to the letter as Zod does, and refuses what it refuses', (_what, schema) => {
    const [write, writeByZod] = [ours(schema), byZod(schema)]
    fc.assert(
      fc.property(valuesOf(schema), (response) => {
        expect(outcome(write, response)).toBe(outcome(writeByZod, response))
      }),
    )
  })

  // proves V8.2.3, V15.3.1
  it('drops what the schema does not know and translates what travels otherwise', () => {
    const schema = z.object({ isRead: bit, name: z.string().nullable() })
    expect(ours(schema)({ isRead: true, name: null, passwordHash: 'x' })).toBe('{"isRead":1,"name":null}')
  })

  it('refuses an answer that is not what the route promised', () => {
    expect(() => ours(z.object({ id: z.int() }))({ id: '1' })).toThrow()
  })
})
