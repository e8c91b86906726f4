import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('configuration', () => {
  it('needs nothing: every variable has a default or may be absent', () => {
    expect(readConfig({})).toMatchObject({ PORT: 5000, HOST: '127.0.0.1', APP_URL: 'http://localhost:5000' })
  })

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ SMTP_URL: '', PORT: ' ' })).toMatchObject({ PORT: 5000 })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['APP_URL', 'malote'],
    ['DATABASE_URL', 'mysql://servidor/banco'],
    ['APP_TIMEZONE', 'America/Pasargada'],
    ['ADMIN_EMAIL', 'ana'],
    ['UPLOAD_MAX_MB', '0'],
    ['LOG_LEVEL', 'alto'],
  ])('names the bad variable %s=%s in a Portuguese sentence', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^A variável ${name} está incorreta: informe .+\\.$`),
    )
  })

  it('asks for the keys of a bucket', () => {
    expect(() => readConfig({ S3_BUCKET: 'anexos' })).toThrow('A variável S3_ACCESS_KEY_ID está incorreta')
  })

  it.each([
    ['true', true],
    ['false', false],
    ['10.0.0.1,10.0.0.2', '10.0.0.1,10.0.0.2'],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(expected)
  })
})
