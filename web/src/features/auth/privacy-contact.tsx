interface PrivacyContactProps {
  /** E-mail address, URL or any other text (`DPO_CONTACT`). */
  contact: string | null
}

/** How to reach the data protection officer (LGPD, art. 41). */
export function PrivacyContact({ contact }: PrivacyContactProps) {
  if (contact === null) {
    return <p>Peça o contato do Encarregado pelos dados pessoais à administração da sua organização.</p>
  }
  const href = hrefOf(contact)
  return (
    <p>
      O Encarregado cuida dos dados pessoais na sua organização e responde às suas perguntas:{' '}
      {href ? <a href={href}>{contact}</a> : <strong>{contact}</strong>}
    </p>
  )
}

/** The address to link to; null for a contact that is neither an e-mail address nor a web page. */
export function hrefOf(contact: string): string | null {
  if (/^https?:\/\/\S+$/i.test(contact)) return contact
  return /^[^\s@:/?]+@[^\s@:/?]+\.[^\s@:/?]+$/.test(contact) ? `mailto:${contact}` : null
}
