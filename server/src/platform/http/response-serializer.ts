import { type PageMeta, pageMetaWire } from '@malote/core/shared/pagination.ts'
import { wireNamesOf } from '@malote/core/shared/renamed.ts'
import type { FastifyReply } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Encodes a value for the wire, or returns `misfit` when it does not exactly match the schema. */
type Encode = (value: unknown) => unknown

const misfit = Symbol('misfit')

/**
 * A faster replacement for Zod's encoding: walks each schema once, when its route is registered, and then only copies
 * responses with their wire names. Everything that does not match exactly (a wrong type, an unsupported schema) is left
 * to Zod, which converts or rejects it.
 */
export const responseSerializer: FastifySerializerCompiler<unknown> = (route) => {
  const byZod = serializerCompiler(route as Parameters<typeof serializerCompiler>[0])
  if (!(route.schema instanceof z.ZodType)) return byZod
  const encode = encoderOf(route.schema)
  return (response) => {
    const encoded = encode(response)
    return encoded === misfit ? byZod(response) : JSON.stringify(encoded)
  }
}

/** By schema: routes share schemas, and so do the apps of a process. */
const encoders = new WeakMap<z.core.$ZodType, Encode>()

function encoderOf(schema: z.core.$ZodType): Encode {
  const known = encoders.get(schema)
  if (known) return known
  const encode = newEncoderOf(schema)
  encoders.set(schema, encode)
  return encode
}

function newEncoderOf(schema: z.core.$ZodType): Encode {
  if (schema instanceof z.ZodType && schema.def.checks?.length) return byZodItself(schema)
  if (schema instanceof z.ZodString) return ifOf('string')
  if (schema instanceof z.ZodBoolean) return ifOf('boolean')
  if (schema instanceof z.ZodNumberFormat && schema.format === 'safeint')
    return (value) => (Number.isSafeInteger(value) ? value : misfit)
  if (schema instanceof z.ZodNumber && !(schema instanceof z.ZodNumberFormat))
    return (value) => (Number.isFinite(value) ? value : misfit)
  if (schema instanceof z.ZodEnum) return ifAmong(schema.options)
  if (schema instanceof z.ZodLiteral) return ifAmong([...schema.values])
  if (schema instanceof z.ZodNullable) return orEmpty(null, schema.unwrap())
  if (schema instanceof z.ZodOptional) return orEmpty(undefined, schema.unwrap())
  if (schema instanceof z.ZodArray) return each(encoderOf(schema.element))
  if (schema instanceof z.ZodUnion) return firstOf(schema.options)
  if (schema instanceof z.ZodObject && !schema.def.catchall) return fieldsOf(schema.shape)
  const names = wireNamesOf(schema)
  if (names && schema instanceof z.ZodCodec && schema.in instanceof z.ZodObject) return fieldsOf(schema.in.shape, names)
  return byZodItself(schema)
}

const ifOf =
  (type: 'string' | 'boolean'): Encode =>
  (value) =>
    typeof value === type ? value : misfit

function ifAmong(values: readonly unknown[]): Encode {
  const known = new Set(values)
  return (value) => (known.has(value) ? value : misfit)
}

function orEmpty(empty: null | undefined, schema: z.core.$ZodType): Encode {
  const encode = encoderOf(schema)
  return (value) => (value === empty ? value : encode(value))
}

function firstOf(options: readonly z.core.$ZodType[]): Encode {
  const encodes = options.map(encoderOf)
  return (value) => {
    for (const encode of encodes) {
      const encoded = encode(value)
      if (encoded !== misfit) return encoded
    }
    return misfit
  }
}

function each(encode: Encode): Encode {
  return (value) => {
    if (!Array.isArray(value)) return misfit
    const encoded = value.map(encode)
    return encoded.includes(misfit) ? misfit : encoded
  }
}

/** @param names maps our names to wire names; without it, both are the same */
function fieldsOf(shape: z.core.$ZodShape, names?: ReadonlyMap<string, string>): Encode {
  const fields = names ? [...names] : Object.keys(shape).map((name) => [name, name] as const)
  const known = fields.map(([name, wireName]) => ({ name, wireName, encode: encoderOf(shape[wireName] as z.ZodType) }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return misfit
    const wire: Record<string, unknown> = {}
    for (const { name, wireName, encode } of known) {
      const encoded = encode((value as Record<string, unknown>)[name])
      if (encoded === misfit) return misfit
      wire[wireName] = encoded
    }
    return wire
  }
}

function byZodItself(schema: z.core.$ZodType): Encode {
  return (value) => {
    const encoded = z.safeEncode(schema as z.ZodType, value)
    return encoded.success ? encoded.data : misfit
  }
}

/** A page of a list whose rows PostgreSQL has encoded as JSON with wire names. */
export interface JsonPage {
  /** A JSON array. */
  data: string
  meta: PageMeta
}

/** Sends the page without parsing its rows: parsing and encoding ten rows would take 25 µs of CPU time. */
export const sendJsonPage = (reply: FastifyReply, { data, meta }: JsonPage): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(`{"data":${data},"meta":${JSON.stringify(z.encode(pageMetaWire, meta))}}`)
