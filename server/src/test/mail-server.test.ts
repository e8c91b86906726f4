import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readMail } from './mail-server.ts'

it('reads a mail whole of which a folded line looks like a boundary', async () => {
  // Where a line is folded, the token of a link may go on with two dashes.
  const raw = `Subject: =?UTF-8?Q?Prazo_=C3=A0_vista?=
Content-Type: multipart/alternative; boundary="--_NmP-1"

----_NmP-1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Devolu=C3=A7=C3=A3o: https://malote.test/responder#AAAA=
--BBBB
=C3=A0s dez
----_NmP-1
Content-Type: text/html; charset=utf-8

<p>às dez</p>
----_NmP-1--
`.replaceAll('\n', '\r\n')
  const mail = await readMail(Readable.from([Buffer.from(raw)]))
  expect({ ...mail, text: mail.text.trim(), html: mail.html.trim() }).toEqual({
    ...{ raw, subject: 'Prazo à vista' },
    ...{ text: 'Devolução: https://malote.test/responder#AAAA--BBBB\nàs dez', html: '<p>às dez</p>' },
  })
})
