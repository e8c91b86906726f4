import { ApiError } from './api-error.ts'

/**
 * Browsers do not send a file that was changed, moved or deleted since it was chosen: they report a broken connection, as
 * if there were no network, each time anew.
 *
 * @param fields of the form that was not sent
 * @returns the error at the first such file; null if all can still be read
 */
export async function changedFileIn(fields: Iterable<[name: string, value: unknown]>): Promise<ApiError | null> {
  for (const [name, file] of fields) {
    if (!(file instanceof File) || (await isReadable(file))) continue
    const message = `O arquivo ${file.name} foi alterado, movido ou apagado depois de escolhido. Escolha-o novamente.`
    return new ApiError(400, message, { code: 'FILE_CHANGED', errors: { [name]: message } })
  }
  return null
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
