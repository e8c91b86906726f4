import { setTimeout as pass } from 'node:timers/promises'
import fp from 'fastify-plugin'

/** Milliseconds that open requests have to finish when the app closes. */
const usualGraceMs = 10_000

interface Times {
  graceMs?: number
  /**
   * Milliseconds for which the app goes on answering before it closes idle connections. A proxy keeps such connections, and
   * what it sends over one that is just being closed fails; the answers of this time make it give them up.
   */
  farewellMs?: number
}

/**
 * Lets the app close: responses sent while closing end their connection, which would otherwise be kept alive for more
 * than a minute, and connections still open after ten seconds are cut. An endless stream should end in its own
 * `preClose` hook.
 */
export const drainingPlugin = fp(async (app, { graceMs = usualGraceMs, farewellMs = 0 }: Times) => {
  let isClosing = false
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    if (farewellMs > 0 && app.server.listening) await pass(farewellMs)
    cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  })
  app.addHook('onClose', async () => clearTimeout(cut))
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
})
