import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Who may call a route; the auth plugin enforces it.
 *
 * * `everyone`: no session is needed.
 * * `signed-in`: the session of an active person.
 * * A rule of `core`: signed-in people that it allows. The rule is checked before any validation, so that others learn
 *   neither which ids exist nor what a valid body looks like (contract 12.5).
 * * `operators`: requests from this machine without a proxy between, or with `OPERATOR_TOKEN` as their bearer token.
 */
export type Access = 'everyone' | 'signed-in' | 'operators' | ((viewer: Viewer) => Verdict)

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes; complete once the app is ready. */
    routeTable: readonly { method: string; url: string; access: Access }[]
  }
  interface FastifyContextConfig {
    access: Access
  }
}

/** Maximum bytes of a body that everyone may send: a sign-in or a new password. */
const largestPublicBody = 8 * 1024

/** Denies by default: the app does not start while a route does not say who may call it. */
export const accessPlugin = fp(async (app) => {
  const routes: RouteOptions[] = []
  const routeTable: { method: string; url: string; access: Access }[] = []
  app.decorate('routeTable', routeTable)
  app.addHook('onRoute', (route) => {
    routes.push(route)
    if (route.config?.access === 'everyone') route.bodyLimit ??= largestPublicBody
  })
  // Not checked in `onRoute`, because the hook of `sayAccess` runs after that one.
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.access === undefined) throw new Error(`The route ${method} ${url} does not say who may call it`)
      for (const one of [method].flat()) routeTable.push({ method: one, url, access: config.access })
    }
  })
})

/** Says who may call the routes of this scope that do not say it themselves, for those of third-party plugins. */
export function sayAccess(scope: FastifyInstance, access: Access): void {
  scope.addHook('onRoute', (route) => {
    route.config = { access, ...route.config }
  })
}

/** Whether a URL, with or without its query, belongs to the API; such URLs are never pages of the web app. */
export const isCall = (address: string): boolean => /^\/(api|notifications|feedback|suggestions)([/?]|$)/.test(address)
