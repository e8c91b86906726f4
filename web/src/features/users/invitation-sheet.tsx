import { formatDateAtTime } from '../../lib/format.ts'
import { printSheet } from '../../ui/print-sheet.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import type { Invited } from './invitation-dialog.tsx'
import styles from './invitation-sheet.css?inline'

/**
 * Prints the invitations, one strip per person.
 *
 * @returns false when the browser has blocked the window
 */
export const printInvitations = (invited: readonly Invited[], orgName: string): boolean =>
  printSheet('Convites', styles, <Sheet invited={invited} orgName={orgName} />)

function Sheet({ invited, orgName }: { invited: readonly Invited[]; orgName: string }) {
  return (
    <>
      <h1>Convites</h1>
      {invited.map(({ user, invitation }) => (
        <article key={user.id} className="strip">
          <QrCode address={invitation.url ?? ''} />
          <div className="words">
            <p className="organisation">{orgName === 'Malote' ? orgName : `${orgName} · Malote`}</p>
            <h2>{user.name}</h2>
            <p>{user.email}</p>
            <p className="link">{invitation.url}</p>
            <p>
              Leia o código com a câmera ou digite o endereço, e escolha a sua senha. Vale para um único uso, até{' '}
              <strong>{formatDateAtTime(invitation.expiresAt)}</strong>.
            </p>
          </div>
        </article>
      ))}
    </>
  )
}
