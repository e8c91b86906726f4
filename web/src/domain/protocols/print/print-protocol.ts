import type { QueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { printSoon } from '../../../ui/print-window.ts'
import { notifyError } from '../../../ui/toasts.ts'
import { configQuery } from '../../organisation/config.ts'
import { fetchPrintData } from '../protocols.api.ts'

/** Opens the departure form in a new window and prints it. */
export const printProtocol = (queryClient: QueryClient, id: number) => printProtocols(queryClient, [id])

/**
 * Opens the departure forms of several protocols in one new window, each on its own pages, and prints them. Browsers
 * open one window per click.
 */
export async function printProtocols(queryClient: QueryClient, ids: readonly number[]): Promise<void> {
  // The window opens before the request, because browsers only allow it during the user's click.
  const tab = window.open('', '_blank')
  if (!tab) return notifyError('Por favor, permita pop-ups para esta página para imprimir o protocolo.')
  tab.document.title = ids.length === 1 ? `Protocolo #${ids[0]}` : `${ids.length} protocolos`
  try {
    const [forms, config, { showDepartureForm }] = await Promise.all([
      inTurn(ids, fetchPrintData),
      queryClient.ensureQueryData(configQuery),
      import('./departure-form.tsx'),
    ])
    const letterhead = { orgName: config.orgName || 'Malote', logo: await loaded(config.orgLogo) }
    for (const data of forms) showDepartureForm(tab, data, letterhead)
    printSoon(tab)
  } catch (error) {
    tab.close()
    notifyError(printFailure(error))
  }
}

/** One call after the other, so that a hundred forms do not ask for everything at once. */
async function inTurn<From, To>(all: readonly From[], ask: (one: From) => Promise<To>): Promise<To[]> {
  const answers: To[] = []
  for (const one of all) answers.push(await ask(one))
  return answers
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
