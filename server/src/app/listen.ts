import type { App } from '../platform/http/fastify.ts'
import type { Config } from '../platform/settings/config.ts'
import { StartupError } from '../platform/startup-error.ts'

/**
 * Number of connections that may wait to be accepted; the system's own maximum applies too. With Node's default of 511, a
 * thousand people who connect at once, as after a restart, try again seconds later.
 */
const longestQueue = 4096

/**
 * Starts listening.
 *
 * @returns the URL to show to people
 * @throws StartupError when the port is taken or the address is not local
 */
export async function listen(app: App, { HOST, PORT }: Config): Promise<string> {
  try {
    const address = await app.listen({ host: HOST, port: PORT, backlog: longestQueue })
    return address.replace('127.0.0.1', 'localhost')
  } catch (cause) {
    const sentence = explain(cause as NodeJS.ErrnoException, HOST, PORT)
    throw sentence === undefined ? cause : new StartupError(sentence, { cause })
  }
}

function explain({ code }: NodeJS.ErrnoException, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `A porta ${port} já está em uso: encerre o outro programa ou informe outra em PORT.`
    case 'EACCES':
      return `Este usuário não pode abrir a porta ${port}: informe em PORT uma acima de 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `O endereço ${host} de HOST não pertence a este computador.`
    default:
      return undefined
  }
}
