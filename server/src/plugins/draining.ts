import fp from 'fastify-plugin'

/** Milliseconds in which requests that are under way when the app closes must be answered. */
const patience = 10_000

/**
 * Lets the app close: answers that go out meanwhile end their connection, which would otherwise be kept alive for more than
 * a minute, and connections that are still open after ten seconds are cut. A stream that never ends by itself should end in
 * its own `preClose` hook.
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
