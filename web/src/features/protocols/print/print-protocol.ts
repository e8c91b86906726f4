import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '../../../domain/organisation/config.ts'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { notifyError } from '../../../ui/toasts.ts'
import { fetchPrintData } from '../protocols.api.ts'

/** Delay before printing, so that the new window can finish its layout (contract 9.5), in milliseconds. */
const printDelay = 500

/** Opens the departure form in a new window and prints it. */
export async function printProtocol(queryClient: QueryClient, id: number): Promise<void> {
  // The window opens before the request, because browsers only allow it during the user's click.
  const tab = window.open('', '_blank')
  if (!tab) return notifyError('Por favor, permita pop-ups para esta página para imprimir o protocolo.')
  tab.document.title = `Protocolo #${id}`
  try {
    const [data, config, { showDepartureForm }] = await Promise.all([
      fetchPrintData(id),
      queryClient.ensureQueryData(configQuery),
      import('./departure-form.tsx'),
    ])
    showDepartureForm(tab, data, { orgName: config.orgName || 'Malote', logo: await loaded(config.orgLogo) })
    setTimeout(() => tab.print(), printDelay)
  } catch (error) {
    tab.close()
    notifyError(printFailure(error))
  }
}

/** Resolves to null if the image fails to load, so that the form can be printed without it. */
async function loaded(address: string | null): Promise<string | null> {
  if (!address) return null
  const picture = new Image()
  picture.src = address
  return picture.decode().then(
    () => picture.src,
    () => null,
  )
}

function printFailure(error: unknown): string {
  const isForbidden = error instanceof ApiError && error.status === 403
  return errorMessage(
    error,
    isForbidden
      ? 'Você não tem permissão para imprimir este protocolo.'
      : 'Ocorreu um erro ao preparar a impressão do protocolo.',
  )
}
