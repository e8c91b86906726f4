import { z } from 'zod'

/** Body of `POST /api/auth/oidc/start`; `again` asks for a new proof although the provider may remember the person. */
export const oidcStartBody = z.object({ again: z.boolean().optional() }).nullish()

/** Response of `POST /api/auth/oidc/start`. */
export const oidcStartReply = z.object({
  /** Page of the provider at which the person signs in. */
  url: z.string(),
  /** What the browser tab keeps until the provider sends it back; it never stands in a URL. */
  flow: z.string(),
})
export type OidcStart = z.infer<typeof oidcStartReply>

const parameter = (longest: number) => z.string().max(longest)

/** Body of `POST /api/auth/oidc/finish`: the tab's `flow`, and the parameters with which the provider sent it back. */
export const oidcFinishBody = z.object({
  flow: parameter(2000),
  state: parameter(200).optional(),
  code: parameter(4000).optional(),
  iss: parameter(500).optional(),
  error: parameter(200).optional(),
})
export type OidcFinish = z.infer<typeof oidcFinishBody>

/** Response of `POST /api/auth/oidc/logout`: the page that ends the provider's session too, if it has one. */
export const oidcLogoutReply = z.object({ url: z.string().nullable() })
export type OidcLogout = z.infer<typeof oidcLogoutReply>
