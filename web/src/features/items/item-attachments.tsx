import type { Attachment } from '@malote/core/items/item.ts'
import { IconExternalLink, IconPaperclip } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api-error.ts'
import { openFile } from '../../lib/files.ts'
import { formatBytes } from '../../lib/format.ts'
import { notifyError } from '../../ui/toasts.ts'
import classes from './item-attachments.module.css'

/** The files of an item; each opens in a tab of its own. */
export function ItemAttachments({ attachments }: { attachments: readonly Attachment[] }) {
  const open = useMutation({
    mutationFn: ({ id }: Attachment) => openFile(`/api/protocols/attachments/${id}/download`),
    onSuccess: (hasOpened) => {
      if (!hasOpened) notifyError('Por favor, permita pop-ups para esta página para abrir o anexo.')
    },
    onError: (error) => notifyError(errorMessage(error, 'Erro ao abrir o anexo. Tente novamente.')),
  })
  if (attachments.length === 0) return <p>Nenhum anexo disponível</p>
  return (
    <ul className={classes.files}>
      {attachments.map((file) => (
        <li key={file.id}>
          <button type="button" className={classes.file} onClick={() => open.mutate(file)}>
            <IconPaperclip size={16} aria-hidden className={classes.icon} />
            <span className={classes.name}>{file.fileName || 'Anexo'}</span>
            {file.sizeBytes ? <span className={classes.size}>{formatBytes(file.sizeBytes)}</span> : null}
            <IconExternalLink size={16} role="img" aria-label="abre em nova aba" className={classes.icon} />
          </button>
        </li>
      ))}
    </ul>
  )
}
