import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { formatDateAtTime } from '../../lib/format.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import type { Invited } from './invitation-dialog.tsx'
import styles from './invitation-sheet.css?inline'

const font = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${inter}") }`

/** Delay before printing, so that the new window can finish its layout, in milliseconds. */
const printDelay = 500

/**
 * Prints the invitations in a window of their own, one strip per person. The links are in no address and are not
 * stored: closing the window loses them.
 *
 * @returns false when the browser has blocked the window
 */
export function printInvitations(invited: readonly Invited[], orgName: string): boolean {
  const tab = window.open('', '_blank')
  if (!tab) return false
  const { document } = tab
  document.documentElement.lang = 'pt-BR'
  document.title = 'Convites'
  const style = document.createElement('style')
  style.textContent = font + styles
  document.head.append(style)
  const sheet = document.createElement('main')
  document.body.append(sheet)
  flushSync(() => createRoot(sheet).render(<Sheet invited={invited} orgName={orgName} />))
  setTimeout(() => tab.print(), printDelay)
  return true
}

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
