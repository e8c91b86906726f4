import { errorMessage } from '../../lib/api-error.ts'
import { openFile } from '../../lib/file-tab.ts'
import { notifyError } from '../../ui/toasts.ts'

/** What a paper or a sheet of labels is made of. */
export type Subjects = { protocol_ids: readonly number[] } | { item_ids: readonly number[] }

/** Opens a PDF of `/api/documents` in a new tab, which says that it is being made; must be called within a press. */
export async function openDocument(name: string, query: Record<string, unknown>): Promise<void> {
  const words = Object.entries(query).map(([field, value]) => [field, String(value)])
  try {
    const waiting = 'Preparando o documento...'
    const isOpen = await openFile(`/api/documents/${name}`, { query: Object.fromEntries(words), waiting })
    if (!isOpen) notifyError('Por favor, permita pop-ups para esta página para abrir o documento.')
  } catch (error) {
    notifyError(errorMessage(error, 'Não foi possível preparar o documento. Tente novamente.'))
  }
}
