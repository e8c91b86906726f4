import fp from 'fastify-plugin'

/** Milliseconds that open requests have to finish when the app closes. */
const patience = 10_000

/**
 * Lets the app close: responses sent while closing end their connection, which would otherwise be kept alive for more
 * than a minute, and connections still open after ten seconds are cut. An endless stream should end in its own
 * `preClose` hook.
 */
export const drainingPlugin = fp(async (app, { patienceMs = patience }: { patienceMs?: number }) => {
  let isClosing = false
  let cut: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    cut = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  })
  app.addHook('onClose', async () => clearTimeout(cut))
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
})
