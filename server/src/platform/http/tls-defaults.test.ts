import { describe, expect, it } from 'vitest'
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
