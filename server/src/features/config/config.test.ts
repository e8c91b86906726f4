import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { samplePng, testFolder } from '../../test/sample-files.ts'

const fileWith = async (content: Uint8Array | string) => {
  const path = join(testFolder(), 'logo.png')
  await writeFile(path, content)
  return path
}

// proves 7.8.4, 18.84
it('tells everybody what the web app must know', async () => {
  const test = await testApp({
    config: { PASSWORD_LOGIN: 'off', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_LABEL: 'gov.br' },
  })
  const { status, body } = await test.anonymous.get('/api/config')
  expect(status).toBe(200)
  expect(body).toEqual({
    dpo_contact: null,
    retention_audit_days: null,
    retention_notifications_days: 365,
    retention_people_days: null,
    retention_read_notifications_days: 180,
    oidc_label: 'gov.br',
    org_name: 'Prefeitura de Teste',
    password_login: 'off',
    org_logo: null,
    email_enabled: false,
    support_email: 'suporte@malote.test',
    support_phone: '(11) 4000-0000',
    upload_max_mb: 20,
    time_zone: 'America/Sao_Paulo',
  })
  expect((await test.anonymous.get('/api/config/logo')).status).toBe(404)
})

// proves V4.1.1
it('serves the logo of the letterhead as what it is', async () => {
  const { anonymous } = await testApp({ config: { ORG_LOGO: await fileWith(new Uint8Array(samplePng)) } })
  expect((await anonymous.get('/api/config')).body.org_logo).toBe('/api/config/logo')
  const { status, headers, raw } = await anonymous.get('/api/config/logo')
  expect(status).toBe(200)
  expect(raw).toEqual(samplePng)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
})

it.each([
  ['is no picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'não é um PNG ou JPEG'],
  ['is too large', new Uint8Array(1024 * 1024 + 1), 'tem mais de 1 MB'],
])('does not start with a logo that %s', async (_, content, sentence) => {
  await expect(testApp({ config: { ORG_LOGO: await fileWith(content) } })).rejects.toThrow(
    new RegExp(`^A variável ORG_LOGO está incorreta: o arquivo .+ ${sentence}\\.$`),
  )
})

it('does not start with a logo that is not there', async () => {
  await expect(testApp({ config: { ORG_LOGO: '/nao/existe.png' } })).rejects.toThrow(
    'A variável ORG_LOGO está incorreta: o arquivo /nao/existe.png não pode ser lido.',
  )
})
