import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'

it('tells everybody what the web app must know', async () => {
  const test = await testApp()
  const { status, body } = await test.anonymous.get('/api/config')
  expect(status).toBe(200)
  expect(body).toEqual({
    org_name: 'Prefeitura de Teste',
    email_enabled: false,
    support_email: 'suporte@malote.test',
    support_phone: '(11) 4000-0000',
    upload_max_mb: 20,
    time_zone: 'America/Sao_Paulo',
  })
})
