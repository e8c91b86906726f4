import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { type TestApp, testApp } from '../app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildItemType,
  buildProtocol,
  buildSupplier,
  buildUser,
} from '../builders.ts'
import { testConfig } from '../config.ts'
import { fuzzRuns, fuzzTimeout } from '../fuzz-runs.ts'
import { nasty } from './nasty.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

interface Operation {
  requestBody?: { content?: Record<string, { schema: Schema }> }
}

/** All routes that the OpenAPI document lists, so that new ones are fuzzed automatically. */
async function writingRoutes(): Promise<{ method: 'post' | 'put' | 'delete'; path: string; schema: Schema }[]> {
  // Reads the document without a database: test names are collected before the tests' own app exists.
  const app = await buildApp({ db: undefined as never, config: testConfig() })
  await app.ready()
  const document = app.swagger() as { paths: Record<string, Record<string, Operation>> }
  await app.close()
  const methods = ['post', 'put', 'delete'] as const
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method]
      if (!operation || path === '/api/auth/logout') return []
      return [{ method, path, schema: operation.requestBody?.content?.['application/json']?.schema ?? {} }]
    }),
  )
}

/** Values that roughly match the schema, so that errors other than those of the schema are reached. */
function plausible({ enum: values, type, pattern, properties, items, anyOf }: Schema): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map(plausible))
  if (values) return fc.constantFrom(...values)
  if (properties) return object(properties)
  if (items) return fc.array(plausible(items), { maxLength: 3 })
  const kinds = [type].flat()
  if (kinds.includes('integer') || kinds.includes('number')) return fc.integer({ min: 1, max: 6 })
  if (kinds.includes('boolean')) return fc.boolean()
  if (kinds.includes('null')) return fc.constant(null)
  if (pattern?.includes('@')) return fc.integer({ min: 1, max: 20 }).map((n) => `pessoa${n}@malote.test`)
  return fc.constantFrom('Texto', '1', '2026-12-24', '11222333000181', '#0E5A6B')
}

function object(properties: Record<string, Schema>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      [name, fc.oneof({ weight: 5, arbitrary: plausible(schema) }, { weight: 1, arbitrary: nasty })] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

const inPath = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '99999999999',
      'abc',
      '\u0000',
      "1'--",
      '2026-12-24',
      'suppliers',
      '😀',
    ),
  },
)

let test: TestApp
let admin: { id: number }
beforeAll(async () => {
  test = await testApp({ ownDatabase: true, config: { FAIR_USE_FACTOR: 1000 } })
  const { db } = test
  const { id: departmentId } = await buildDepartment(db)
  admin = await buildAdmin(db, { departmentId })
  for (let count = 0; count < 3; count += 1) {
    await buildUser(db, { departmentId })
    await buildCategory(db)
    await buildItemType(db)
    await buildSupplier(db)
    await buildProtocol(db, { originDepartmentId: departmentId, destinationDepartmentId: departmentId })
  }
})

describe.each(await writingRoutes())('$method $path', ({ method, path, schema }) => {
  it(
    'answers whatever is sent with a sentence, and never breaks',
    async () => {
      const client = test.as(admin)
      const body =
        schema.properties || schema.anyOf
          ? fc.oneof({ weight: 5, arbitrary: plausible(schema) }, { weight: 1, arbitrary: nasty })
          : nasty
      const places = path.match(/\{\w+\}/g) ?? []
      await fc.assert(
        fc.asyncProperty(
          body,
          fc.array(inPath, { minLength: places.length, maxLength: places.length }),
          async (sent, ids) => {
            const url = places.reduce(
              (address, place, index) => address.replace(place, encodeURIComponent(ids[index] ?? '')),
              path,
            )
            const reply = await client[method](url, sent)
            expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
            if (reply.status < 400) return
            expect(reply.body).toMatchObject({
              message: expect.stringMatching(/^\p{Lu}.{5,}/u),
              code: expect.any(String),
            })
          },
        ),
        fuzzRuns(40),
      )
    },
    fuzzTimeout,
  )
})
