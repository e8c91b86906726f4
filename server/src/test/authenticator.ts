import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { TOTP } from 'otpauth'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** An authenticator app with this secret. */
export const authenticatorApp = (secret: string) => ({
  codeAt: (time: Date | number) => new TOTP({ secret }).generate({ timestamp: Number(time) }),
})

/** The parts of CBOR (RFC 8949) that an attestation needs: small integers, bytes, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  return length < 256 ? Buffer.of((major << 5) | 24, length) : Buffer.of((major << 5) | 25, length >> 8, length & 255)
}

/** What an authenticator or a browser may be wrong about. */
interface Lies {
  origin?: string
  rpId?: string
  counter?: number
}

/** A passkey as a browser would offer it (WebAuthn Level 3, JSON forms): ES256, without attestation. */
export function testAuthenticator(usualOrigin = 'https://malote.test') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0

  const client = (type: string, challenge: string, origin = usualOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const counted = (counter: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(counter)
    return bytes
  }
  const credential = (response: Record<string, unknown>) => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: text(id),

    /** Answers the options of an enrolment. */
    create(
      { challenge, rp }: { challenge: string; rp: { id: string } },
      { origin, rpId = rp.id, counter = 0 }: Lies = {},
    ) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const userPresentAndVerifiedWithKey = 0x45
      const authData = Buffer.concat([
        sha256(rpId),
        Buffer.of(userPresentAndVerifiedWithKey),
        counted(counter),
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        cbor(key),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credential({
        clientDataJSON: text(client('webauthn.create', challenge, origin)),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      })
    },

    /** Answers the options of a sign-in. */
    sign({ challenge, rpId: usualId }: { challenge: string; rpId: string }, lies: Lies = {}) {
      uses += 1
      const { origin, rpId = usualId, counter = uses } = lies
      const userPresentAndVerified = 0x05
      const authData = Buffer.concat([sha256(rpId), Buffer.of(userPresentAndVerified), counted(counter)])
      const clientData = client('webauthn.get', challenge, origin)
      return credential({
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)),
      })
    },
  }
}
