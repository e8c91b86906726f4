import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { PrintData } from '@malote/core/protocols/protocol.ts'
import { createRoot } from 'react-dom/client'
import { formatDate, formatDateAtTime } from '../../../lib/format.ts'
import styles from './departure-form.css?inline'
import { QrCode } from './qr-code.tsx'

const font = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${inter}") }`

/** The sending organisation. */
export interface Letterhead {
  orgName: string
  /** URL of an image that is already loaded. */
  logo: string | null
}

/** Renders the form into another window, which has no script of its own. */
export function showDepartureForm({ document }: Window, data: PrintData, letterhead: Letterhead) {
  document.documentElement.lang = 'pt-BR'
  document.title = `Protocolo #${data.protocol.id}`
  const style = document.createElement('style')
  style.textContent = font + styles
  document.head.append(style)
  const sheet = document.createElement('main')
  document.body.append(sheet)
  createRoot(sheet).render(<DepartureForm data={data} letterhead={letterhead} />)
}

function DepartureForm({ data: { protocol, items }, letterhead }: { data: PrintData; letterhead: Letterhead }) {
  return (
    <>
      <header className="letterhead">
        {letterhead.logo && <img className="logo" src={letterhead.logo} alt="" />}
        <div>
          <p className="organisation">{letterhead.orgName}</p>
          <p>Protocolo de Saída</p>
        </div>
        <div className="number">
          <h1>Protocolo #{protocol.id}</h1>
          <p>{formatDateAtTime(protocol.createdAt)}</p>
        </div>
        <QrCode address={`${window.location.origin}/protocolos/${protocol.id}`} />
      </header>
      <div className="parties">
        <Party title="Remetente" department={protocol.originDepartment} person={protocol.originUser} />
        <span className="arrow" aria-hidden>
          →
        </span>
        <Party title="Destinatário" department={protocol.destinationDepartment} />
      </div>
      <p className="terms">
        {protocol.requiresReturn
          ? 'Este protocolo requer devolução dos itens.'
          : 'Este protocolo não requer devolução.'}
      </p>
      <table>
        <caption>Itens do protocolo</caption>
        <thead>
          <tr>
            <th scope="col">Nº documento</th>
            <th scope="col">Tipo</th>
            <th scope="col">Categoria</th>
            <th scope="col">Data de retorno</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>{item.documentNumber || '—'}</td>
              <td>{item.itemType || '—'}</td>
              <td>{item.category || '—'}</td>
              <td>{formatDate(item.returnDate) || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {protocol.remarks && (
        <section className="remarks">
          <h2>Observações</h2>
          <p>{protocol.remarks}</p>
        </section>
      )}
      <div className="signatures">
        <Signature title="Assinatura do remetente" />
        <Signature title="Assinatura do destinatário" />
      </div>
    </>
  )
}

function Party({ title, department, person }: { title: string; department: string; person?: string }) {
  return (
    <section className="party">
      <h2>{title}</h2>
      <p className="department">{department}</p>
      {person && <p>{person}</p>}
    </section>
  )
}

function Signature({ title }: { title: string }) {
  return (
    <div className="signature">
      <p>{title}</p>
      <p className="date">Data: ____/____/________</p>
    </div>
  )
}
