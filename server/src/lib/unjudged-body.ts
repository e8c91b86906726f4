import { validatorCompiler } from 'fastify-type-provider-zod'

/**
 * For routes whose body travels in more than one way: its schema describes it in the OpenAPI document, and the use case
 * judges it.
 */
// biome-ignore lint/suspicious/noExplicitAny: Fastify types the compiler by the route's own schemas, this one serves any
export const unjudgedBody = (route: any) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route)
