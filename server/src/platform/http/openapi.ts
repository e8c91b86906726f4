import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { version } from '../release.ts'
import { sayAccess } from './access.ts'

/** The wire side of a schema is its input side, because responses are encoded back to it. */
const jsonSchemaOf = (schema: z.ZodType) => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
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

/** `GET /api/openapi.json`, and a page for it at `/api/docs`, generated from the schemas that validate requests. */
export const openapiPlugin = fp(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Malote', version, description: 'A custódia do que circula entre os departamentos.' },
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

/** The parts of an OpenAPI document that are completed here. */
interface Document {
  paths?: Record<string, Record<string, Operation>>
}
interface Operation {
  parameters?: { name?: string }[]
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
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const takesKey = operation.parameters?.some(({ name }) => name === 'idempotency-key')
    operation.responses = {
      ...operation.responses,
      // 422: other content under a used key. All other errors are in the default response.
      ...(takesKey && { 422: refusalReference }),
      default: refusalReference,
    }
    describeFiles(operation)
  }
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
