import { auditEventWire } from '@malote/core/audit/audit-event.ts'
import { it } from 'vitest'
import { z } from 'zod'
import { ana, helena, listOf } from '../../test/builders.ts'
import { refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { open } from '../../test/page.ts'

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

// proves 18.38, 19.34
it('somebody who is no Admin finds neither the audit nor the system', async () => {
  for (const path of ['/settings/audit', '/settings/system']) {
    const page = await open(path, { as: ana, api: filled })
    await page.says('Você não tem acesso a esta tela')
  }
})
