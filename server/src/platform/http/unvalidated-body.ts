import { validatorCompiler } from 'fastify-type-provider-zod'

/**
 * For routes whose body has several formats: the schema only documents it in OpenAPI, and the use case validates it.
 */
// biome-ignore lint/suspicious/noExplicitAny: Fastify types the compiler by the route's own schemas, this one serves any
export const unvalidatedBody = (route: any) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route)
