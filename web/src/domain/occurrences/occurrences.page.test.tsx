import {
  type Occurrence,
  occurrenceKind,
  occurrenceStatus,
  occurrenceWire,
} from '@malote/core/occurrences/occurrence.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { carlos, debora, frameOf, item, protocol } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { isOff, keys, open, waitFor } from '../../test/page.ts'

const occurrence = (id: number, kind: Occurrence['kind'], by: typeof carlos) =>
  z.encode(occurrenceWire, {
    ...{ id, protocolId: 5, itemId: 51, documentNumber: 'RC-1', itemType: 'Contrato', itemDescription: null },
    ...{ originDepartment: 'Recursos Humanos', originDepartmentId: 1 },
    ...{ destinationDepartment: 'Jurídico', destinationDepartmentId: 2 },
    ...{ kind, description: 'Chegou rasgado', status: occurrenceStatus.open, attachments: [] },
    ...{ openedBy: by.name, openedById: by.id, openedAt: '2026-11-03T12:00:00Z' },
    ...{ outcome: null, outcomeNote: null, resolvedBy: null, resolvedAt: null },
  })

const damaged = occurrence(7, occurrenceKind.damaged, carlos)
const different = occurrence(8, occurrenceKind.different, debora)
const withOpen = (openOccurrences: number) =>
  protocol(5, { items: [item(51, 'RC-1', { openOccurrences })], openOccurrences })

const openDetail = (api: Api) =>
  open('/protocolos/5', { as: debora, api: { ...filled, 'GET /api/protocols/5/occurrences': [], ...api } })
type Page = Awaited<ReturnType<typeof openDetail>>

async function register(page: Page) {
  await page.press('Ações do item RC-1')
  await page.press('Registrar ocorrência', 'menuitem')
  return page.dialog('Registrar ocorrência')
}

// proves 20.56
it('a Usuário whose occurrence is refused keeps what they typed, and a session that ends loses the photo and says so', async () => {
  const page = await openDetail({
    'GET /api/protocols/5': withOpen(0),
    'POST /api/protocols/items/51/occurrences': refusal(409, {
      ...{ message: 'Este item já tem uma ocorrência aberta deste tipo', code: 'OCCURRENCE_ALREADY_OPEN' },
    }),
    'POST /api/auth/login': { token: 'session-later', user: frameOf(debora)['GET /api/auth/me'] as object },
  })
  let dialog = await register(page)
  await dialog.press('Registrar ocorrência')
  await dialog.says('Selecione o que aconteceu')
  await dialog.says('Descreva o que aconteceu (de 3 a 500 caracteres)')
  await keys.click(await dialog.button('Avariado', 'radio'))
  await dialog.fill(/^Descrição/, 'Canto superior rasgado')
  Object.assign(page.api, { 'GET /api/protocols/5': withOpen(1), 'GET /api/protocols/5/occurrences': [damaged] })
  await dialog.press('Registrar ocorrência')
  await dialog.says('Este item já tem uma ocorrência aberta deste tipo')
  await dialog.holds(/^Descrição/, 'Canto superior rasgado')
  // What is registered already is shown as such, and another kind goes through.
  await waitFor(async () => expect(isOff(await dialog.button('Avariado', 'radio'))).toBe(true))
  await dialog.says('Já registrada')

  const different = async () => keys.click(await dialog.button('Diferente do descrito', 'radio'))
  await different()
  const files = document.querySelector('[role=dialog] input[type=file]') as HTMLInputElement
  await keys.upload(files, new File(['PNG'], 'a.png', { type: 'image/png' }))
  page.api['POST /api/protocols/items/51/occurrences'] = refusal(401)
  await dialog.press('Registrar ocorrência')
  await page.fill('E-mail', debora.email)
  await page.fill('Senha', 'senha-de-teste')
  await page.press('Entrar')
  dialog = await register(page)
  await dialog.holds(/^Descrição/, 'Canto superior rasgado')
  await dialog.says('Os anexos não puderam ser guardados: escolha os arquivos novamente.')
  page.api['POST /api/protocols/items/51/occurrences'] = {}
  await different()
  await dialog.press('Registrar ocorrência')
  await page.noDialog()
})

// proves 18.74, 20.58
it('a Usuário calls unfounded what they opened, and finds no way to resolve what others opened', async () => {
  const calls: object[] = []
  const page = await openDetail({
    'GET /api/protocols/5': withOpen(2),
    'GET /api/protocols/5/occurrences': [damaged, different],
    'POST /api/occurrences/8/resolve': ({ body }: Call) => calls.push(body) && {},
  })
  const resolve = await page.button('Resolver ocorrência: Diferente do descrito, RC-1')
  expect(page.queryAllByRole('button', { name: /^Resolver/ })).toEqual([resolve])
  // To remove a text for good is an Admin's.
  expect(page.queryByRole('button', { name: /^Mais ações: / })).toBeNull()
  await keys.click(resolve)
  const dialog = await page.dialog('Resolver ocorrência')
  await dialog.says('Apenas usuários do departamento de origem podem resolver esta ocorrência')
  const found = await dialog.button('Encontrado', 'radio')
  expect(isOff(found)).toBe(true)
  await keys.click(found)
  expect((found as unknown as HTMLInputElement).checked).toBe(false)
  await keys.click(await dialog.button('Improcedente', 'radio'))
  await dialog.fill(/^Observação/, 'Era o documento certo')
  await dialog.press('Resolver')
  await page.noDialog()
  expect(calls).toEqual([{ outcome: 'unfounded', note: 'Era o documento certo' }])
})
