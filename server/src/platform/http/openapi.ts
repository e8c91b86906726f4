import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { version } from '../release.ts'
import { sayAccess } from './access.ts'

/** The wire side of a schema is its input side, because responses are encoded back to it. */
const jsonSchemaOf = (schema: z.ZodType) => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: defineRequired })
  return json
}

/** Zod names the keys of a record as required, and describes none of them: generators of clients need that. */
function defineRequired({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  const { required, properties, additionalProperties } = jsonSchema
  if (!required || properties || typeof additionalProperties !== 'object') return
  jsonSchema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
}

const isZod = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** `null` makes the swagger plugin describe a response without content (204). */
const asJson = (value: unknown) => {
  if (value instanceof z.ZodUndefined) return { type: 'null' }
  return isZod(value) ? jsonSchemaOf(value) : value
}

/** A response described per content type, if it is not JSON. */
const answerAsJson = (value: unknown) => {
  if (isZod(value) || !isByContent(value)) return asJson(value)
  const types = Object.entries(value.content).map(([type, { schema }]) => [type, { schema: asJson(schema) }])
  return { ...value, content: Object.fromEntries(types) }
}

const isByContent = (value: unknown): value is { content: Record<string, { schema: unknown }> } =>
  typeof value === 'object' && value !== null && 'content' in value

/** Swagger UI writes HTML from text. */
const withoutTrustedTypes = (policy: string) => policy.replace(/;(require-trusted-types-for|trusted-types) [^;]*/g, '')

interface Options {
  /** What each call does, by `GET /path/{id}`. */
  summaries: Readonly<Record<string, string>>
  /** Base address of the app. */
  address: string
}

/** `GET /api/openapi.json`, and a page for it at `/api/docs`, generated from the schemas that validate requests. */
export const openapiPlugin = fp(async (app, { summaries, address }: Options) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Malote',
        version,
        description: 'A custódia do que circula entre os departamentos.',
        license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
      },
      servers: [{ url: address }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        responses: { Refusal: refusal },
      },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...Object.fromEntries(
          Object.entries(schema ?? {}).map(([part, value]) => [
            part,
            part === 'response'
              ? Object.fromEntries(Object.entries(value as object).map(([status, one]) => [status, answerAsJson(one)]))
              : asJson(value),
          ]),
        ),
        ...(route.config?.access === 'everyone' && { security: [] }),
        ...headOf(`${route.method} ${url.replace(/:(\w+)/g, '{$1}')}`, summaries),
      },
    }),
    transformObject: (documented) => {
      if (!('openapiObject' in documented)) return documented.swaggerObject
      completeDocument(documented.openapiObject as Parameters<typeof completeDocument>[0])
      return documented.openapiObject
    },
  })
  await app.register(async (scope) => {
    sayAccess(scope, 'operators')
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      logLevel: 'warn',
      transformStaticCSP: withoutTrustedTypes,
    })
  })
  app.get('/api/openapi.json', { config: { access: 'operators' }, schema: { hide: true } }, () => app.swagger())
})

/** How generators of clients name and group a call: `PUT /api/users/{id}` is `putUsersById`, of `users`. */
function headOf(call: string, summaries: Options['summaries']) {
  const [method = '', path = ''] = call.split(' ')
  const words = path.replace(/^\/api/, '').match(/\{?\w+/g) ?? []
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const name = words.map((word) => (word.startsWith('{') ? `By${capital(word.slice(1))}` : capital(word))).join('')
  return {
    operationId: method.toLowerCase() + name,
    summary: summaries[call] ?? '',
    tags: [path.replace(/^\/api/, '').split('/')[1] ?? ''],
  }
}

/** The parts of an OpenAPI document that are completed here. */
interface Document {
  paths?: Record<string, Record<string, Operation>>
  tags?: { name: string }[]
}
interface Operation {
  parameters?: { name?: string; in?: string }[]
  security?: unknown[]
  tags?: string[]
  requestBody?: { content?: Record<string, { schema?: object; encoding?: object }> }
  responses?: Record<string, object>
}

/** The error response of every route (contract 12.2). */
const refusal = {
  description:
    'Recusa, com uma frase para a pessoa, um código para programas e, por campo, a sua frase. `current`: o que está salvo agora, quando outra pessoa o alterou',
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        properties: {
          message: { type: 'string' as const },
          code: { type: 'string' as const },
          errors: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
          current: { type: 'object' as const },
        },
        required: ['message', 'code'],
      },
    },
  },
}

const refusalReference = { $ref: '#/components/responses/Refusal' }

/** Adds what the routes' schemas cannot express: errors, and how files are sent (contract 12.22). */
function completeDocument(document: Document): void {
  const calls = Object.values(document.paths ?? {}).flatMap((methods) => Object.entries(methods))
  for (const [method, operation] of calls) {
    const refusals = statusesOf(method, operation).map((status) => [status, refusalReference])
    operation.responses = { ...operation.responses, ...Object.fromEntries(refusals), default: refusalReference }
    describeFiles(operation)
  }
  const tags = new Set(calls.flatMap(([, operation]) => operation.tags ?? []))
  document.tags = [...tags].sort().map((name) => ({ name }))
}

/** The statuses with which a call may be refused, by its kind. */
function statusesOf(method: string, { parameters = [], requestBody, security }: Operation): number[] {
  const takes = (place: string, name?: string) =>
    parameters.some((one) => one.in === place && (name === undefined || one.name === name))
  return [
    ...(requestBody || takes('query') || takes('path') ? [400] : []),
    ...(security?.length === 0 ? [] : [401, 403]),
    ...(takes('path') ? [404] : []),
    ...(method === 'get' ? [] : [409]),
    ...(requestBody ? [413, 415] : []),
    // Other content under a used key.
    ...(takes('header', 'idempotency-key') ? [422] : []),
    ...[429, 500, 503],
  ]
}

/** In a multipart body, `items` is a JSON text, and the files of item n are in the field `attachment_n`. */
function describeFiles({ requestBody }: Operation): void {
  const form = requestBody?.content?.['multipart/form-data']
  if (!requestBody?.content || !form) return
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  // A copy, because the plugin uses the same object for every content type of a route.
  requestBody.content['multipart/form-data'] = {
    schema: { ...form.schema, patternProperties: { '^attachment_\\d+$': file } },
    encoding: { items: { contentType: 'application/json' } },
  }
}
