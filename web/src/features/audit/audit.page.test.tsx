import { auditEventWire } from '@malote/core/audit/audit-event.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ana, helena, listOf } from '../../test/builders.ts'
import { refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { isOff, keys, open } from '../../test/page.ts'

const event = z.encode(auditEventWire, {
  ...{ id: '1', at: '2026-11-20T12:00:00Z', actor: { uid: helena.id, name: helena.name }, address: null },
  ...{ action: 'department.changed', subject: null, before: null, after: null },
})

// proves 18.38
it('an Admin is told that the audit could not be loaded, and loads it again', async () => {
  const page = await open('/settings/audit', { as: helena, api: { ...filled, 'GET /api/audit': refusal(500) } })
  await page.says('Erro ao carregar a auditoria. Tente novamente.')
  page.api['GET /api/audit'] = listOf([event])
  await page.press('Tentar novamente')
  await page.says('Departamento alterado')
})

// proves 18.38, 19.23, 19.34
it('somebody who is no Admin finds neither the audit nor the system, and hears of no backup', async () => {
  for (const path of ['/settings/audit', '/settings/system']) {
    const page = await open(path, { as: ana, api: filled })
    await page.says('Você não tem acesso a esta tela')
    expect(page.calls).not.toContain('GET /api/backups/check')
  }
})

// proves 19.34
it('an Admin has the system looked at at once, with a button that keeps the focus', async () => {
  const checks = [{ id: 'database', title: 'Banco de dados', state: 'ok', summary: 'PostgreSQL 18.4.', advice: null }]
  const report = { version: '1.0.0', started_at: '2026-11-22T12:00:00Z', node: '24.21.0', instances: 2, checks }
  const page = await open('/settings/system', { as: helena, api: { ...filled, 'GET /api/system': report } })
  await page.says('Tudo em ordem.')
  const { promise, resolve } = Promise.withResolvers<object>()
  page.api['GET /api/system'] = () => promise
  const again = await page.button('Verificar agora')
  await keys.click(again)
  expect(isOff(again)).toBe(true)
  resolve({ ...report, checks: [{ ...checks[0], state: 'problem' }] })
  await page.says('1 problema.')
  expect(isOff(again)).toBe(false)
  expect(document.activeElement).toBe(again)
})
