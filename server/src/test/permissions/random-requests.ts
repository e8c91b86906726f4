import fc from 'fast-check'

/** The parts of a JSON Schema that say which values are plausible. */
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
  parameters?: { in: string; name: string; schema: Schema }[]
}

/** The part of an OpenAPI document that lists the routes. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

type Method = 'get' | 'post' | 'put' | 'delete'

/** A route of the API; `path` has places like `{id}`. */
export interface Route {
  method: Method
  path: string
  body: Schema
  /** The parameters behind the question mark. */
  query: Record<string, Schema>
}

export interface RandomRequest {
  /** The path with its query. */
  url: string
  body: unknown
}

/** All routes of these methods that the document describes, so that new ones are tried by themselves. */
export function routesOf({ paths }: ApiDocument, methods: readonly Method[]): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method]
      if (!operation) return []
      const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
      return [
        {
          ...{ method, path },
          body: operation.requestBody?.content?.['application/json']?.schema ?? {},
          query: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
        },
      ]
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

const bodyOf = (schema: Schema): fc.Arbitrary<unknown> =>
  schema.properties || schema.anyOf
    ? fc.oneof({ weight: 5, arbitrary: plausible(schema) }, { weight: 1, arbitrary: nasty })
    : nasty

const hostileIds = ['0', '-1', '1.5', '99999999999', 'abc', '\u0000', "1'--", '2026-12-24', 'suppliers', '😀']

const inPath = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileIds) },
)

/** A text as it may stand in a URL, without half characters, which have no encoding. */
const encoded = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000))
}

/** What no browser sends behind a question mark: broken encodings, lists, objects, prototypes, parameters given twice. */
const oddQuery = fc.constantFrom(
  ...['%', '%zz=1', '%00=%00', 'search=%ED%A0%80', 'page=1&page=2', 'page[]=1', 'page[a]=b', '__proto__=1'],
  ...['constructor[prototype][a]=1', '&&&===', '?', 'page=1;drop', 'search=%F0%9F%A6%99'],
)

function queryOf(query: Record<string, Schema>): fc.Arbitrary<string> {
  const parameters = Object.entries(query).map(([name, schema]) =>
    fc
      .oneof({ weight: 4, arbitrary: plausible(schema) }, { weight: 1, arbitrary: nasty })
      .map((value) => `${name}=${encoded(value)}`),
  )
  const ordinary = fc.tuple(...parameters.map((parameter) => fc.option(parameter))).map((all) => all.filter(Boolean))
  return fc
    .tuple(ordinary, fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: oddQuery }))
    .map(([known, odd]) => [...known, ...(odd === null ? [] : [odd])].join('&'))
    .map((text) => (text === '' ? '' : `?${text}`))
}

/** Requests to one route, some plausible, some hostile. */
export function requestTo({ path, body, query, method }: Route): fc.Arbitrary<RandomRequest> {
  const places = path.match(/\{\w+\}/g) ?? []
  return fc
    .tuple(
      fc.array(inPath, { minLength: places.length, maxLength: places.length }),
      queryOf(query),
      method === 'get' ? fc.constant(undefined) : bodyOf(body),
    )
    .map(([ids, search, sent]) => ({
      url: places.reduce((url, place, index) => url.replace(place, () => encoded(ids[index])), path) + search,
      body: sent,
    }))
}

const segment = fc.oneof(
  fc.constantFrom('api', 'protocols', 'auth', 'assets', '..', '.', '%2e%2e', '%2f', '%5c', '', '%', '%00', '*', ':id'),
  fc.string({ unit: 'binary', maxLength: 30 }).map(encoded),
  fc.constant('a'.repeat(10_000)),
)

/** Paths that the API does not have, or hardly. */
export const randomPath: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('/', '/api/', '/notifications/', '//', '/assets/'), fc.array(segment, { maxLength: 5 }))
  .map(([start, segments]) => start + segments.join('/'))

/** Values that an attacker or a broken client may send. */
export const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '   ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '📎👩‍⚖️',
    "'; drop table protocols; --",
    '<script>alert(1)</script>',
    '{{7*7}}%{7*7}',
    '../../etc/passwd',
    'x'.repeat(100_000),
    -1,
    0,
    1.5,
    2_147_483_648,
    Number.MAX_SAFE_INTEGER,
    1e308,
    true,
    [],
    {},
    [[[[]]]],
    { toString: 'x' },
    '0x10',
    '1e3',
    '٣',
    '9999-12-31',
    '0000-00-00',
    '-271821-04-20',
  ),
  fc.anything({ maxDepth: 2 }).filter((value) => JSON.stringify(value) !== undefined),
  fc.string({ unit: 'binary' }),
)
