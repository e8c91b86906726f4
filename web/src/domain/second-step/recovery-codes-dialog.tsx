import { Button, Checkbox, Stack } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { save } from '../../lib/files.ts'
import { formatDate } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import dialog from '../../ui/dialog/dialog.module.css'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import { printSheet } from '../../ui/print-window.ts'
import { notifyError } from '../../ui/toasts.ts'
import { useViewer } from '../session/session.tsx'
import styles from './recovery-sheet.css?inline'
import classes from './second-step.module.css'

interface RecoveryCodesDialogProps {
  isOpen: boolean
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes, which cannot be read again: it closes once the user says that they are kept. */
export function RecoveryCodesDialog({ isOpen, codes, onClose }: RecoveryCodesDialogProps) {
  const [isKept, setKept] = useState(false)
  return (
    <DialogFrame isOpen={isOpen} title="Guarde os códigos de recuperação" onClose={onClose} isBusy={!isKept}>
      <Stack gap="md">
        <p>
          Se você ficar sem o celular ou sem a chave de acesso, cada código abre a sua conta <strong>uma vez</strong>,
          junto com a senha. Guarde em lugar seguro, longe do celular: eles não serão mostrados de novo.
        </p>
        <Codes codes={codes} />
        <Checkbox label="Guardei os códigos" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        <div className={dialog.actions}>
          <Button disabled={!isKept} onClick={onClose}>
            Concluir
          </Button>
        </div>
      </Stack>
    </DialogFrame>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const { email } = useViewer()
  const list = useRef<HTMLUListElement>(null)
  const print = () => {
    if (!printRecoveryCodes({ codes, email })) {
      notifyError('O navegador bloqueou a janela de impressão. Permita pop-ups e tente novamente.')
    }
  }
  const download = () =>
    save(new Blob([recoveryText({ codes, email })], { type: 'text/plain;charset=utf-8' }), 'codigos-malote.txt')
  return (
    <>
      <ul ref={list} className={classes.codes} aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.ways}>
        <CopyButton
          variant="default"
          data-autofocus
          text={codes.join('\n')}
          shownIn={list}
          label="Copiar"
          done="Copiados"
          failure="Não foi possível copiar. Selecione os códigos e copie-os."
        />
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          Imprimir
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Baixar
        </Button>
      </div>
    </>
  )
}

const title = 'Códigos de recuperação do Malote'
const advice =
  'Sem o celular ou a chave de acesso, cada código abre a sua conta uma vez, junto com a senha. Guarde em lugar seguro, longe do celular.'

interface RecoverySheet {
  codes: readonly string[]
  /** Whose codes they are. */
  email: string
}

const made = () => `Gerados em ${formatDate(new Date().toISOString())}.`

/** The codes as a text file. */
const recoveryText = ({ codes, email }: RecoverySheet) =>
  [title, email, '', ...codes, '', advice, made(), ''].join('\r\n')

/** Prints the codes. Returns false when the browser has blocked the window. */
const printRecoveryCodes = ({ codes, email }: RecoverySheet): boolean =>
  printSheet(
    title,
    styles,
    <>
      <h1>{title}</h1>
      <p>{email}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p>{advice}</p>
      <p className="soft">{made()} Códigos gerados depois destes os substituem.</p>
    </>,
  )
