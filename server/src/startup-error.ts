/** A start that cannot go on. The message is one Portuguese sentence for whoever typed the command; no stack is shown. */
export class StartupError extends Error {
  override name = 'StartupError'
}
