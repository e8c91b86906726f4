import { createPrivateKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectSocket, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import * as x509 from '@peculiar/x509'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openSmtp } from '../../domain/mail/smtp.ts'
import { connect } from '../db/connect.ts'
import { readConfig } from '../settings/config.ts'

describe('TLS to other hosts', () => {
  // proves 18.57, V12.3.1
  it.each([
    ['DATABASE_URL', 'postgresql://u:s@10.1.2.3/banco', '?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:s@banco.local:5433/banco?application_name=x', '&sslmode=verify-full'],
    ['DATABASE_URL', 'postgresql:///banco?host=10.1.2.3', '&sslmode=verify-full'],
    ['DATABASE_REPLICA_URL', 'postgresql://u:s@banco/b', '?sslmode=verify-full'],
    ['SMTP_URL', 'smtp://u:s@correio:587', '?requireTLS=true'],
  ])('is the default of %s=%s', (name, value, parameter) => {
    expect(readConfig({ [name]: value })).toMatchObject({ [name]: value + parameter })
  })

  it.each([
    ['DATABASE_URL', 'postgresql://u:s@banco/b?sslmode=disable'],
    ['DATABASE_URL', 'postgresql://u:s@banco/b?sslrootcert=/etc/ca.pem'],
    ['DATABASE_URL', 'postgresql://u:s@127.0.0.2/b'],
    ['DATABASE_URL', 'postgresql://u:s@[::1]:5432/b'],
    ['DATABASE_URL', 'postgresql://u:s@localhost/b'],
    ['DATABASE_URL', 'postgresql://u@%2Fvar%2Frun%2Fpostgresql/b'],
    ['SMTP_URL', 'smtp://127.0.0.1:25'],
    ['SMTP_URL', 'smtps://correio'],
    ['SMTP_URL', 'smtp://correio?requireTLS=false'],
  ])('is not added to %s=%s', (name, value) => {
    expect(readConfig({ [name]: value })).toMatchObject({ [name]: value })
  })

  const bucket = { S3_BUCKET: 'anexos', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }

  // proves 18.57, V12.3.1, V12.3.3
  it('is needed for a bucket, unless S3_TLS says off', () => {
    const plain = { ...bucket, S3_ENDPOINT: 'http://s3.local:9000' }
    expect(() => readConfig(plain)).toThrow(
      'A variável S3_ENDPOINT está incorreta: informe um endereço https:, ou também S3_TLS=off para enviar os anexos sem proteção.',
    )
    expect(readConfig({ ...plain, S3_TLS: 'off' })).toMatchObject({ S3_ENDPOINT: plain.S3_ENDPOINT })
    expect(readConfig({ ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000' })).toMatchObject({ S3_TLS: 'on' })
  })
})

let authority: Awaited<ReturnType<typeof testAuthority>>
let right: Certified
let wrongName: Certified

beforeAll(async () => {
  authority = await testAuthority()
  right = await authority.certify('localhost')
  wrongName = await authority.certify('outro.malote.test')
})

const untrusted = /unable to verify the first certificate|self-signed certificate/
const otherName = /Hostname\/IP does not match certificate's altnames/

describe('a database behind TLS', () => {
  // proves V12.3.4
  it('is used when its certificate is of the authority that the address names', async () => {
    const { address } = await tlsFront(right)
    expect(await ask(`${address}&sslrootcert=${await authorityFile()}`)).toEqual([{ one: 1 }])
  })

  // proves 18.88, V12.3.2
  it('is refused when nobody vouches for its certificate', async () => {
    const { address, received } = await tlsFront(right)
    await expect(ask(address)).rejects.toThrow(untrusted)
    expect(received()).toBe(0)
  })

  // proves 18.88, V12.3.2
  it('is refused when its certificate is that of another host', async () => {
    const { address, received } = await tlsFront(wrongName)
    await expect(ask(`${address}&sslrootcert=${await authorityFile()}`)).rejects.toThrow(otherName)
    expect(received()).toBe(0)
  })

  // proves 18.88
  it('is refused when it has no TLS', async () => {
    const { address, received } = await tlsFront(null)
    await expect(ask(address)).rejects.toThrow('The server does not support SSL connections')
    expect(received()).toBe(0)
  })
})

describe('a mail server behind TLS', () => {
  const mail = { to: 'ana@malote.test', subject: 'Oi', text: 'Oi', html: '<p>Oi</p>' }

  it('gets mail when its certificate is of an authority that is trusted', async () => {
    const { address, received } = await smtpServer(right)
    await send(`${address}&tls.ca=${encodeURIComponent(authority.ca)}`)
    expect(received()).toBe(1)
  })

  // proves 18.88, V12.3.2
  it.each([
    ['nobody vouches for its certificate', () => right, false, untrusted],
    ['its certificate is that of another host', () => wrongName, true, otherName],
    ['it has no TLS', () => null, true, /STARTTLS/],
  ])('gets none when %s', async (_, certificate, isTrusted, reason) => {
    const { address, received } = await smtpServer(certificate())
    const url = isTrusted ? `${address}&tls.ca=${encodeURIComponent(authority.ca)}` : address
    await expect(send(url)).rejects.toThrow(reason)
    expect(received()).toBe(0)
  })

  async function send(url: string) {
    const smtp = openSmtp({ SMTP_URL: url, MAIL_FROM: 'Malote <malote@malote.test>', APP_URL: 'https://malote.test' })
    onTestFinished(() => smtp?.close())
    await smtp?.send(mail, '1')
  }

  async function smtpServer(certificate: Certified | null) {
    let mails = 0
    const server = new SMTPServer({
      authOptional: true,
      ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          mails += 1
          done()
        })
      },
    })
    server.on('error', () => {}) // a client that refuses the certificate breaks off
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
    const { port } = server.server.address() as AddressInfo
    return { address: `smtp://localhost:${port}?requireTLS=true`, received: () => mails }
  }
})

async function ask(address: string) {
  const db = connect(address, { poolSize: 1 })
  try {
    return (await sql`select 1 as one`.execute(db)).rows
  } finally {
    await db.destroy()
  }
}

async function authorityFile() {
  const folder = await mkdtemp(join(tmpdir(), 'malote-ca-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'ca.pem')
  await writeFile(file, authority.ca)
  return file
}

/**
 * Speaks TLS in front of the tests' PostgreSQL, as a server with `ssl=on` does: the client asks for TLS with eight bytes,
 * gets one letter, and goes on encrypted (PostgreSQL's protocol, SSLRequest).
 */
async function tlsFront(certificate: Certified | null) {
  const server = new URL(inject('testServer'))
  let bytes = 0
  const front: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(certificate ? 'S' : 'N')
      if (!certificate) return
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) })
      const behind = connectSocket(socketOf(server))
      secure.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      for (const [from, to] of [
        [secure, behind],
        [behind, secure],
      ] as const) {
        from.on('error', () => to.destroy())
        from.pipe(to)
      }
    })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => front.close(() => resolve())))
  const address = new URL(server)
  address.searchParams.delete('host')
  address.host = `localhost:${(front.address() as AddressInfo).port}`
  address.searchParams.set('sslmode', 'verify-full')
  return { address: address.href, received: () => bytes }
}

/** Where the tests' PostgreSQL listens: a port, or a socket whose folder is in the query. */
function socketOf({ hostname, port, searchParams }: URL) {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const number = Number(port || searchParams.get('port') || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
}

/** A certificate with its private key, both as PEM. */
export interface Certified {
  cert: string
  key: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000

/** A certificate authority that nobody trusts by default, and the certificates that it signs. */
export async function testAuthority(): Promise<{ ca: string; certify: (host: string) => Promise<Certified> }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) }
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Autoridade de teste',
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  return {
    ca: authority.toString('pem'),
    async certify(host) {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const certificate = await x509.X509CertificateGenerator.create({
        ...validity,
        subject: `CN=${host}`,
        issuer: authority.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      })
      const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey))
      const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
        type: 'pkcs8',
        format: 'pem',
      })
      return { cert: certificate.toString('pem'), key: String(key) }
    },
  }
}
