/** The little of an OpenAPI document that is completed here. */
interface Document {
  paths?: Record<string, Record<string, Operation>>
}
interface Operation {
  parameters?: { name?: string }[]
  requestBody?: { content?: Record<string, { schema?: object; encoding?: object }> }
  responses?: Record<string, object>
}

/** What every call may answer instead: the shape of refusals (contract 12.2). */
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

/** Says what the routes' schemas cannot: refusals, and how files travel (contract 12.22). */
export function completeDocument(document: Document): void {
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const takesKey = operation.parameters?.some(({ name }) => name === 'idempotency-key')
    operation.responses = {
      ...operation.responses,
      // Other content under a used key; the other refusals are those that every call knows.
      ...(takesKey && { 422: refusalReference }),
      default: refusalReference,
    }
    describeFiles(operation)
  }
}

/** In a multipart body `items` is one JSON text, and the files of item n travel as `attachment_n`. */
function describeFiles({ requestBody }: Operation): void {
  const form = requestBody?.content?.['multipart/form-data']
  if (!requestBody?.content || !form) return
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  // A copy: the plugin gives every content type of a call the same object.
  requestBody.content['multipart/form-data'] = {
    schema: { ...form.schema, patternProperties: { '^attachment_\\d+$': file } },
    encoding: { items: { contentType: 'application/json' } },
  }
}
