import { codePath } from '@malote/core/codes/code.ts'
import type { PrintData } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { createRoot } from 'react-dom/client'
import { formatDate, formatDateAtTime } from '../../../lib/format.ts'
import pathStyles from '../../../ui/path/path.module.css?inline'
import { spokenPath } from '../../../ui/path/path-facts.ts'
import { PathBack, PathTrack } from '../../../ui/path/path-large.tsx'
import { addSheet, addStyle, beginSheets } from '../../../ui/print-window.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { itemSubtitle } from '../../items/item-name.ts'
import styles from './departure-form.css?inline'

/** The sending organisation. */
export interface Letterhead {
  orgName: string
  /** URL of an image that is already loaded. */
  logo: string | null
}

/** Renders the form into another window, which has no script of its own, after the forms that are there. */
export function showDepartureForm({ document }: Window, data: PrintData, letterhead: Letterhead) {
  if (!document.head.querySelector('style')) beginSheets(document, [pathStyles, styles].join('\n'))
  addStyle(document, pagesOf(data.protocol.id))
  const sheet = addSheet(document)
  sheet.id = pageName(data.protocol.id)
  createRoot(sheet).render(<DepartureForm data={data} letterhead={letterhead} />)
}

const pageName = (id: number) => `protocolo-${id}`

/** The number on every page of a form, so that pages of several forms cannot be mixed up. */
const pagesOf = (id: number) => `
#${pageName(id)} { page: ${pageName(id)} }
@page ${pageName(id)} {
  @bottom-left { content: "Protocolo #${id}"; color: #4a5a5c; font: 9pt system-ui, sans-serif; }
}`

/** Up to so many items the form fits one page with room to spare, and is set larger. */
const few = 8

function DepartureForm({ data: { protocol, items }, letterhead }: { data: PrintData; letterhead: Letterhead }) {
  return (
    <div className={items.length <= few ? 'roomy' : undefined}>
      <header className="letterhead">
        {letterhead.logo && <img className="logo" src={letterhead.logo} alt="" />}
        <div>
          <p className="organisation">{letterhead.orgName}</p>
          <p>Protocolo de Saída</p>
        </div>
        <div className="number">
          <h1>Protocolo #{protocol.id}</h1>
          <p>{formatDateAtTime(protocol.createdAt)}</p>
          {protocol.code && (
            <p className="code">
              {protocol.code} · {protocol.fingerprint}
            </p>
          )}
        </div>
        <QrCode
          address={
            window.location.origin +
            (protocol.code ? codePath(protocol.code, protocol.fingerprint ?? '') : `/protocolos/${protocol.id}`)
          }
        />
      </header>
      <div className="parties">
        <Party title="Remetente" department={protocol.originDepartment} person={protocol.originUser} />
        <Way protocol={protocol} items={items} />
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
          {items.map((item, index) => (
            <tr key={item.id}>
              <td>
                <span className="count">
                  Item {index + 1} de {items.length}
                </span>{' '}
                {item.documentNumber || item.description || '—'}
                {itemSubtitle(item) && <span className="description">{item.description}</span>}
              </td>
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
    </div>
  )
}

/** The path between the two boxes, with the day on which everything is due back. */
function Way({ protocol, items }: PrintData) {
  const days = items.flatMap(({ returnDate }) => returnDate ?? []).sort()
  const [first] = days
  const where = protocol.status === protocolStatus.pending ? 'from' : 'to'
  return (
    <div className="way">
      <PathTrack
        label={spokenPath(protocol.originDepartment, protocol.destinationDepartment, where)}
        where={where}
        line={where === 'from' ? 'dashed' : 'solid'}
      />
      {protocol.requiresReturn && (
        <PathBack
          path={{
            tone: 'neutral',
            label: (
              <span className="due">
                {first && first !== days.at(-1) ? 'Primeira devolução' : 'Devolução'}
                <br />
                {first ? `até ${formatDate(first)}` : 'sem prazo definido'}
              </span>
            ),
          }}
        />
      )}
    </div>
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
