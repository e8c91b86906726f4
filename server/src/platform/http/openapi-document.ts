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
export const refusal = {
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
export function completeDocument(document: Document): void {
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
