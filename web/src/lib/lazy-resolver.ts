import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * A form's schema that arrives when it is first asked, which is when the form is submitted: the first paint of a public
 * page does not wait for the validation library.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolve = await load()
    return resolve(values, context, options)
  }
}
