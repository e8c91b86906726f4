import { removedFileName } from '@malote/core/black-outs/black-out.ts'
import type { Attachment } from '@malote/core/items/item.ts'
import { IconDownload, IconExternalLink, IconPaperclip } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { openFile } from '../../lib/file-tab.ts'
import { saveFile } from '../../lib/files.ts'
import { formatBytes } from '../../lib/format.ts'
import { telling } from '../../lib/telling.ts'
import { RowAction } from '../../ui/table/row-action.tsx'
import { RemovableText, RemovalMenu } from '../black-outs/removals.tsx'
import classes from './attachment-list.module.css'

const openAttachment = telling(
  { mutationFn: ({ id }: Attachment) => openFile(`/api/protocols/attachments/${id}/download`) },
  {
    refused: (hasOpened) => (hasOpened ? undefined : 'Por favor, permita pop-ups para esta página para abrir o anexo.'),
    failure: 'Erro ao abrir o anexo. Tente novamente.',
  },
)

const saveAttachment = telling(
  { mutationFn: ({ id }: Attachment) => saveFile(`/api/protocols/attachments/${id}/download`) },
  { failure: 'Erro ao baixar o anexo. Tente novamente.' },
)

/** The files of an item or an occurrence; each opens in a new tab, and can be saved under its name. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const open = useMutation(openAttachment)
  const save = useMutation(saveAttachment)
  if (attachments.length === 0) return <p>Nenhum anexo disponível</p>
  return (
    <ul className="no-bullets grid gap-6">
      {attachments.map((file) => (
        <li key={file.id} className="row gap-4">
          {file.fileName === removedFileName ? (
            <p className={classes.removed}>
              <RemovableText kind="attachment" targetId={file.id}>
                {file.fileName}
              </RemovableText>
            </p>
          ) : (
            <>
              <button type="button" className={classes.file} onClick={() => open.mutate(file)}>
                <IconPaperclip size={16} aria-hidden className="soft rigid" />
                <span className="fill anywhere">
                  {file.fileName || 'Anexo'}
                  {file.scanSkipped ? <span className="block soft caption">Não verificado contra vírus</span> : null}
                </span>
                {file.sizeBytes ? (
                  <span className="soft caption numbers nowrap">{formatBytes(file.sizeBytes)}</span>
                ) : null}
                <IconExternalLink size={16} role="img" aria-label="abre em nova aba" className="soft rigid" />
              </button>
              <RowAction
                label="Baixar"
                object={file.fileName || 'Anexo'}
                hint="Baixar"
                icon={IconDownload}
                onPress={() => !save.isPending && save.mutate(file)}
              />
            </>
          )}
          <RemovalMenu kind="attachment" targetId={file.id} text={file.fileName} label={`Anexo ${file.fileName}`} />
        </li>
      ))}
    </ul>
  )
}
