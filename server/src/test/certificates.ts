import { createPrivateKey } from 'node:crypto'
import * as x509 from '@peculiar/x509'

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
