import { formatDate } from '../../lib/format.ts'
import { printSheet } from '../../ui/print-sheet.ts'
import styles from './recovery-sheet.css?inline'

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
export const recoveryText = ({ codes, email }: RecoverySheet) =>
  [title, email, '', ...codes, '', advice, made(), ''].join('\r\n')

/** Prints the codes. Returns false when the browser has blocked the window. */
export const printRecoveryCodes = ({ codes, email }: RecoverySheet): boolean =>
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
