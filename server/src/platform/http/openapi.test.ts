import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, it } from 'vitest'
import { callSummaries } from '../../app/call-summaries.ts'
import { type TestApp, testApp } from '../../test/app.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the document
let document: any

let test: TestApp

beforeAll(async () => {
  test = await testApp()
  const { status, body } = await test.anonymous.get('/api/openapi.json')
  expect(status).toBe(200)
  document = body
})

const json = (content: Record<string, unknown>) => (content['application/json'] as { schema: unknown }).schema

// proves 12.22, V4.1.1
it('describes both sides of a call by the names of the wire', () => {
  const { post } = document.paths['/api/departments']
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys((json(post.requestBody.content) as { properties: object }).properties)).toEqual([
    'dpname',
    'dpdescription',
  ])
  expect(json(post.responses[201].content)).toMatchObject({ properties: { dpid: {}, users_count: {} } })
})

it('says that a deletion answers with nothing', () => {
  const { responses } = document.paths['/api/departments/{id}'].delete
  expect(Object.keys(responses).filter((status) => status < '400')).toEqual(['204'])
  expect(responses[204].content).toBeUndefined()
})

// proves 12.2, 12.22
it('describes the refusal of every call', () => {
  for (const path of Object.values<Record<string, { responses: unknown }>>(document.paths))
    for (const { responses } of Object.values(path))
      expect(responses).toMatchObject({ default: { $ref: '#/components/responses/Refusal' } })
  expect(json(document.components.responses.Refusal.content)).toMatchObject({ required: ['message', 'code'] })
})

it('describes the key of a creation, and the refusal of a used one', () => {
  const { parameters, responses } = document.paths['/api/protocols'].post
  expect(parameters).toMatchObject([{ in: 'header', name: 'idempotency-key', required: false }])
  expect(Object.keys(responses)).toEqual([
    ...['201', '400', '401', '403', '409', '413', '415', '422', '429', '500', '503', 'default'],
  ])
})

// proves 12.22
it('names, groups and explains every call, for generators of clients', () => {
  expect(document.servers).toEqual([{ url: 'https://malote.test' }])
  expect(document.paths['/api/item-types/{id}'].put).toMatchObject({
    operationId: 'putItemTypesById',
    summary: 'Altera um tipo de item',
    tags: ['item-types'],
  })
  const calls = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(callSummaries).sort()).toEqual(calls.sort())
})

// proves 12.22
it('has nothing to which a linter for OpenAPI objects', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-required-schema-properties-undefined': 'error',
      'operation-tag-defined': 'error',
      // Tags are named after paths, and say no more.
      'tag-description': 'off',
      // `/notifications/{id}/read` and `/notifications/mark-all-read/{userId}`: ids are numbers.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.map(({ message, location: [at] }) => `${at?.pointer}: ${message}`)).toEqual([])
})

// proves 6.1
it('asks for a token everywhere but where none is needed', () => {
  const open = Object.entries<Record<string, { security?: unknown[] }>>(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).some(({ security }) => security?.length === 0) ? [path] : [],
  )
  expect(document.security).toEqual([{ bearer: [] }])
  const everyone = test.app.routeTable.filter(({ url, access }) => access === 'everyone' && url.startsWith('/api'))
  expect(open.sort()).toEqual([...new Set(everyone.map(({ url }) => url.replace(/:(\w+)/, '{$1}')))].sort())
})

// proves 12.22
it('says how files travel', () => {
  for (const operation of [document.paths['/api/protocols'].post, document.paths['/api/protocols/{id}'].put]) {
    const { content } = operation.requestBody
    expect(content['multipart/form-data']).toMatchObject({
      schema: { patternProperties: { '^attachment_\\d+$': { type: 'string' } } },
      encoding: { items: { contentType: 'application/json' } },
    })
    expect(content['application/json'].schema.patternProperties).toBeUndefined()
  }
})

it.each([
  ['/api/auth/login', 'email', 'ana@malote.test'],
  ['/api/users', 'uemail', 'Ana@malote.test'],
  ['/api/suppliers', 'cnpj', '12.abc.345/01DE-35'],
  ['/api/suppliers', 'cnpj', '11222333000181'],
  ['/api/suppliers', 'state', 'sp'],
])('describes no less than %s takes as %s', (path, field, accepted) => {
  const { pattern } = document.paths[path].post.requestBody.content['application/json'].schema.properties[field]
  expect(accepted).toMatch(new RegExp(pattern))
})

it('says of every list in a body how long it may be', () => {
  const lists = (Object.values(document.paths) as Record<string, { requestBody?: unknown }>[])
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => listsIn(requestBody))
  expect(lists.length).toBeGreaterThan(5)
  // Zod validates the elements only of a list that is not too long.
  for (const list of lists) expect(list).toHaveProperty('maxItems')
})

/** The descriptions of all lists in a part of the document. */
function listsIn(part: unknown): object[] {
  if (typeof part !== 'object' || part === null) return []
  const inside = Object.values(part).flatMap(listsIn)
  return 'type' in part && part.type === 'array' ? [part, ...inside] : inside
}
