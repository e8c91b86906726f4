/** An error that prevents the start. The message is a Portuguese sentence for the operator, shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
