import { cancelKind } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect, it } from 'vitest'
import { ana, carlos, debora, frameOf, item, listOf, protocol, sent } from '../../test/builders.ts'
import { type Api, type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { isOff, keys, open, part, toast, waitFor } from '../../test/page.ts'

const items = ['CT-1', 'CT-2', 'CT-3', 'CT-4'].map((number, index) => item(51 + index, number))
const waiting = protocol(5, { ...sent, items })
const withNow = { receivedAt: '2026-11-20T12:00:00Z', receivedBy: carlos.name, version: 2 }
const reply = (opened: number) => ({ message: '', protocol: protocol(5, { items }), occurrences_opened: opened })

const openDetail = (api: Api = {}, as = debora) =>
  open('/protocolos/5', { as, api: { ...filled, 'GET /api/protocols/5': waiting, ...api } })
type Page = Awaited<ReturnType<typeof openDetail>>

async function check(page: Page) {
  await page.press('Outras ações do protocolo')
  await page.press('Conferir e receber', 'menuitem')
  return page.dialog()
}

const itemIn = async (sheet: ReturnType<typeof part>, number: string) =>
  part(await sheet.findByRole('group', { name: (name) => name.startsWith(number) }))

/** Marks an item and describes what was found. */
async function find(sheet: ReturnType<typeof part>, number: string, outcome: string, note: string) {
  const one = await itemIn(sheet, number)
  await keys.click(await one.findByRole('radio', { name: outcome }))
  await one.fill(/^O que foi encontrado/, note)
}

const isRegistered = async (sheet: ReturnType<typeof part>, number: string) =>
  isOff(await sheet.findByRole('group', { name: (name) => name.startsWith(number) }))

const photo = () => new File(['PNG'], 'foto.png', { type: 'image/png' })
const addPhoto = async (sheet: ReturnType<typeof part>, number: string) => {
  const one = await sheet.findByRole('group', { name: (name) => name.startsWith(number) })
  await keys.upload(one.querySelector('input[type=file]') as HTMLInputElement, photo())
  await part(one).says('foto.png')
}

// proves 20.52
it('a photo that is lost on the way leaves the protocol unreceived, and the next try goes on', async () => {
  const calls: string[] = []
  const page = await openDetail({
    'POST /api/protocols/items/51/occurrences': () => calls.push('51') && {},
    'POST /api/protocols/items/53/occurrences': () => {
      calls.push('53')
      return calls.length === 2 ? Promise.reject(new TypeError('Failed to fetch')) : {}
    },
    'POST /api/protocols/5/receive': ({ body }: Call) => {
      calls.push(JSON.stringify(body))
      return reply(1)
    },
  })
  const sheet = await check(page)
  for (const number of ['CT-1', 'CT-2', 'CT-3']) await find(sheet, number, 'Avariado', `${number} rasgado`)
  for (const number of ['CT-1', 'CT-3']) await addPhoto(sheet, number)
  await sheet.press('Receber com 3 ocorrências')
  await sheet.says(
    'A ocorrência de CT-3 não foi registrada, e o protocolo ainda não foi recebido: o servidor não respondeu.',
  )
  expect(await isRegistered(sheet, 'CT-1')).toBe(true)
  await sheet.press('Receber com 2 ocorrências')
  await toast('Protocolo recebido com sucesso! 3 ocorrências registradas.')
  expect(calls.slice(0, 3)).toEqual(['51', '53', '53'])
  expect(calls[3]).toContain('CT-2 rasgado')
  expect(calls[3]).not.toContain('CT-1 rasgado')
})

it('a session that ends in between loses the photos, and says so', async () => {
  const page = await openDetail({
    'POST /api/protocols/items/51/occurrences': {},
    'POST /api/protocols/items/52/occurrences': refusal(401),
    'POST /api/protocols/5/receive': async () => {
      await page.says('Ocorrência registrada')
      return refusal(401)
    },
    'POST /api/auth/login': { token: 'session-later', user: frameOf(debora)['GET /api/auth/me'] as object },
  })
  const comeBack = async () => {
    await page.fill('E-mail', debora.email)
    await page.fill('Senha', 'senha-de-teste')
    await page.press('Entrar')
    return check(page)
  }
  let sheet = await check(page)
  for (const number of ['CT-1', 'CT-2']) await find(sheet, number, 'Avariado', `${number} rasgado`)
  await addPhoto(sheet, 'CT-1')
  // The occurrence with a photo is registered, the receipt is not.
  await sheet.press('Receber com 2 ocorrências')
  sheet = await comeBack()
  await sheet.says(/^Recuperamos o que você estava digitando/)
  expect(await isRegistered(sheet, 'CT-1')).toBe(true)
  await (await itemIn(sheet, 'CT-2')).holds(/^O que foi encontrado/, 'CT-2 rasgado')
  await addPhoto(sheet, 'CT-2')
  await sheet.press('Receber com 1 ocorrência')
  sheet = await comeBack()
  await sheet.says('Os anexos não puderam ser guardados: escolha os arquivos novamente.')
  page.api['POST /api/protocols/5/receive'] = reply(1)
  await sheet.press('Receber com 1 ocorrência')
  await toast('Protocolo recebido com sucesso! 2 ocorrências registradas.')
})

// proves 20.53
it('a colleague who was faster is named, and what was found can still be registered', async () => {
  const page = await openDetail({ 'POST /api/protocols/items/54/occurrences': {} })
  const sheet = await check(page)
  await find(sheet, 'CT-4', 'Não veio', 'Faltou no malote')
  page.api['GET /api/protocols/5'] = protocol(5, { items, ...withNow })
  await page.tell('protocol', { id: 5, version: 2, by: carlos.name })
  await sheet.says(/^Carlos Menezes recebeu este protocolo em /)
  await (await itemIn(sheet, 'CT-4')).holds(/^O que foi encontrado/, 'Faltou no malote')
  await sheet.press('Registrar 1 ocorrência')
  await toast('1 ocorrência registrada.')
})

// proves 20.1
it('an item that a colleague has reported meanwhile is named, and the rest is received', async () => {
  const sentence = 'Este item já tem uma ocorrência aberta deste tipo'
  const page = await openDetail({
    'POST /api/protocols/5/receive': refusal(409, {
      ...{ message: sentence, code: 'OCCURRENCE_ALREADY_OPEN', errors: { 'items.1.kind': sentence } },
    }),
  })
  const sheet = await check(page)
  for (const number of ['CT-2', 'CT-3']) await find(sheet, number, 'Não veio', 'Faltou no malote')
  await sheet.press('Receber com 2 ocorrências')
  const third = await itemIn(sheet, 'CT-3')
  await third.says(sentence)
  expect(document.activeElement).toBe(await third.field(/^O que foi encontrado/))
  await (await itemIn(sheet, 'CT-2')).saysNo(sentence)
  page.api['POST /api/protocols/5/receive'] = reply(1)
  await keys.click(await third.findByRole('radio', { name: 'Veio' }))
  await sheet.press('Receber com 1 ocorrência')
  await toast('Protocolo recebido com sucesso! 1 ocorrência registrada.')
})

const refusedProtocol = protocol(5, {
  ...{ ...sent, items, status: protocolStatus.cancelled, cancelKind: cancelKind.refused, version: 2 },
  ...{ cancelledAt: '2026-11-20T12:00:00Z', cancelledBy: debora.name, cancelReason: 'Não é do Jurídico' },
})

// proves 20.54
it('a protocol is refused with a reason, and says so', async () => {
  const { items: _, history: __, responses: ___, ...row } = waiting
  // Asked for when the pointer rests on the row, and answered after the refusal with what was true before it.
  const late = Promise.withResolvers<object>()
  const page = await open('/protocolos', {
    as: debora,
    api: {
      ...{ ...filled, 'GET /api/protocols': listOf([row]), 'GET /api/protocols/5': () => late.promise },
      'POST /api/protocols/5/refuse': ({ body }: Call) => {
        expect(body).toEqual({ reason: 'Não é do Jurídico' })
        page.api['GET /api/protocols'] = listOf([refusedProtocol])
        page.api['GET /api/protocols/5'] = refusedProtocol
        return {}
      },
    },
  })
  await keys.hover(await page.findByRole('link', { name: '#5' }))
  await waitFor(() => expect(page.calls).toContain('GET /api/protocols/5'))
  await page.press('Ações do protocolo 5')
  await page.press('Recusar', 'menuitem')
  const question = await page.question()
  await question.fill(/^Motivo da recusa/, 'Não é do Jurídico')
  await question.press('Recusar protocolo')
  await toast('Protocolo recusado com sucesso!')
  late.resolve(waiting)
  await waitFor(async () => expect((await page.row('#5')).text()).toContain('Cancelado Recusado'))
  await page.press('#5', 'link')
  await page.findByRole('heading', { name: 'Motivo da recusa' })
  await page.says('Não é do Jurídico')
})

// proves 20.54
it('a sender who redirects is asked where to, and reads who was faster to refuse, and why', async () => {
  const page = await openDetail({ 'POST /api/protocols/5/redirect': refusal(409) }, ana)
  await page.press('Outras ações do protocolo')
  await page.press('Redirecionar', 'menuitem')
  const sheet = await page.dialog()
  await sheet.press('Redirecionar')
  await sheet.says('Departamento de destino é obrigatório')
  await sheet.pick('Novo departamento de destino', 'Almoxarifado')
  await sheet.fill(/^Motivo do redirecionamento/, 'Era para o Almoxarifado')
  page.api['GET /api/protocols/5'] = refusedProtocol
  await sheet.press('Redirecionar')
  await sheet.says(/^Débora Lima recusou este protocolo em .+ Motivo: Não é do Jurídico$/)

  const redirected = { ...sent, status: protocolStatus.cancelled, redirectedTo: 6, cancelKind: cancelKind.redirected }
  const from = await openDetail(
    {
      'POST /api/protocols/5/redirect': () => {
        from.api['GET /api/protocols/5'] = protocol(5, redirected)
        return { protocol_id: 6 }
      },
      'GET /api/protocols/6': protocol(6, { ...sent, redirectedFrom: 5, destinationDepartment: 'Almoxarifado' }),
    },
    ana,
  )
  await from.press('Outras ações do protocolo')
  await from.press('Redirecionar', 'menuitem')
  const again = await from.dialog()
  await again.pick('Novo departamento de destino', 'Almoxarifado')
  await again.fill(/^Motivo do redirecionamento/, 'Era para o Almoxarifado')
  await again.press('Redirecionar')
  await from.says(/^redirecionado do/)
  await from.press('Protocolo #5', 'link')
  await from.says('Redirecionado')
  await from.findByRole('link', { name: 'Protocolo #6' })
})

// proves 20.55
it('a protocol that waits to be received says since when', async () => {
  const page = await openDetail({ 'GET /api/protocols/5': protocol(5, { ...sent, items, awaitingReceiptDays: 6 }) })
  await page.says('aguarda recebimento há 6 dias úteis')
})
