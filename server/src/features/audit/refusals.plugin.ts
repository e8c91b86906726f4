import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { App } from '../../platform/http/fastify.ts'
import { refusedEvent } from '../../platform/http/security-log.ts'
import { boundedAudit } from './bounded-audit.ts'
import { type HiddenRecord, hiddenAmong, hiddenRecord, type NotFound } from './hidden-records.queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Records that a bulk action did not find. */
    notFound: NotFound | null
  }
  interface FastifyInstance {
    /** Waits until the refusals so far are in the audit. */
    refusalsRecorded: () => Promise<void>
  }
}

/** A right that is only missing for now: the person has to do or to prove something first. */
const unfinished: readonly (string | null)[] = ['DUTY_FIRST', 'PROOF_NEEDED']

/**
 * Records refused sign-ins, refused viruses, and attempts at what a person may not see or do. Works after the response, which is
 * therefore the same, in the same time, as for a record that does not exist.
 */
export const refusalsPlugin = fp(async (instance) => {
  const app = instance as unknown as App
  const audit = boundedAudit(app.db, app.log)
  app.decorateRequest('notFound', null)

  const working = new Set<Promise<void>>()

  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400 && request.notFound === null) return
    const work = recordRefused(request, reply)
      .catch((error) => request.log.warn({ err: error }, 'a refusal was not recorded'))
      .finally(() => working.delete(work))
    working.add(work)
  })
  app.decorate('refusalsRecorded', async () => {
    await Promise.all(working)
    await audit.written()
  })
  app.addHook('onClose', async () => {
    await Promise.all(working)
    await audit.close()
  })

  async function recordRefused(request: FastifyRequest, reply: FastifyReply) {
    const { statusCode: status } = reply
    if (request.notFound) recordHidden(request, reply, await hiddenAmong(app.db, request.viewer, request.notFound))
    else if (refusedEvent(request) === 'sign-in.failed') await recordSignIn(request, status)
    else if (request.infected) recordInfected(request)
    else if (request.viewer && status === 403 && !unfinished.includes(request.refusal)) recordRefusal(request)
    else if (request.viewer && status === 404) {
      recordHidden(request, reply, await hiddenRecord(app.db, request.viewer, request.refusal, request.params))
    }
  }

  async function recordSignIn({ accountId, claimed, ip: address, refusal: reason }: FastifyRequest, status: number) {
    // Bad requests and our own errors are not attempts to sign in.
    if (status !== 401 && status !== 403 && status !== 429) return
    const account =
      accountId === null
        ? undefined
        : await app.db.selectFrom('users').select(['id', 'name']).where('id', '=', accountId).executeTakeFirst()
    audit.record(`sign-in ${accountId ?? JSON.stringify(claimed)} ${address}`, {
      ...{ action: 'sign-in.failed', actor: null, address, after: { reason, ...claimed } },
      ...(account && { subject: { kind: 'user', id: String(account.id), name: account.name } }),
    })
  }

  function recordInfected({ viewer: actor, infected, params }: FastifyRequest) {
    const { id } = (params ?? {}) as { id?: number }
    audit.record(`infected ${actor.id}`, {
      ...{ action: 'infected-file', actor, address: actor.address, after: { ...infected } },
      ...(id !== undefined && { subject: { kind: 'protocol', id: String(id), name: null } }),
    })
  }

  function recordRefusal({ viewer: actor, refusal: reason, method, routeOptions, params }: FastifyRequest) {
    const route = `${method} ${routeOptions.url}`
    const id = Object.values((params ?? {}) as Record<string, unknown>).join(' ') || null
    audit.record(`access ${actor.id}`, {
      ...{ action: 'access.denied', actor, address: actor.address },
      subject: { kind: 'route', id: [route, id].filter(Boolean).join(' · '), name: null },
      after: { reason },
    })
  }

  function recordHidden(request: FastifyRequest, reply: FastifyReply, hidden: readonly HiddenRecord[]) {
    const { viewer: actor, refusal } = request
    const reason = refusal ?? (request.notFound?.kind === 'protocol' ? 'PROTOCOL_NOT_FOUND' : 'ITEM_NOT_FOUND')
    for (const record of hidden) {
      app.logSecurity('access.denied', request, reply, { subject: record })
      audit.record(`access ${actor.id}`, {
        ...{ action: 'access.denied', actor, address: actor.address },
        subject: { ...record, name: null },
        after: { reason },
      })
    }
  }
})
