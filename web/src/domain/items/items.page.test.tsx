import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { describe, expect, it } from 'vitest'
import { ana, carlos, debora, item, protocol, sent } from '../../test/builders.ts'
import { type Call, refusal } from '../../test/fake-server.ts'
import { filled } from '../../test/filled.ts'
import { isOff, open, toast, waitFor } from '../../test/page.ts'

/** Others change what an open dialog is about. */

const hers = { responsible: 'Ana Lima', responsibleId: 11 }
const ofAna = protocol(5, { items: [item(51, '1/26', hers)] })
const itemNow = (more: object) => protocol(5, { version: 2, items: [item(51, '1/26', { ...hers, ...more })] })

// proves 12.23
it('a Gestor does not transfer an item that went to somebody else while the dialog stood open', async () => {
  let wanted: object | undefined
  const bia = { responsible: 'Bia Reis', responsibleId: 12 }
  const page = await open('/protocolos/5', {
    as: carlos,
    api: {
      ...filled,
      'GET /api/protocols/5': ofAna,
      'POST /api/protocols/items/51/transfer': ({ body }: Call) => {
        wanted = body
        page.api['GET /api/protocols/5'] = itemNow(bia)
        return refusal(409, { message: 'Este item acabou de passar para Bia Reis', code: 'ITEM_MOVED_ON' })
      },
    },
  })
  await page.press('Ações do item 1/26')
  await page.press('Tramitar Item', 'menuitem')
  const dialog = await page.dialog()
  await dialog.says(/está com Ana Lima/)
  await dialog.pick('Usuário', debora.name)
  await dialog.press('Tramitar')
  await toast('Este item acabou de passar para Bia Reis')
  expect(wanted).toEqual({ current_user_id: 11, newUserId: debora.id })
  await page.noDialog()
  await waitFor(async () => expect((await page.row('1/26')).text()).toContain('Bia Reis'))
})

it('a sender does not replace a due date that somebody else set while the dialog stood open', async () => {
  const message = 'O prazo deste item acabou de ser alterado para 30/11/2099'
  const page = await open('/protocolos/5', {
    as: ana,
    api: {
      ...filled,
      'GET /api/protocols/5': ofAna,
      'PUT /api/protocols/items/51/due-date': () => {
        page.api['GET /api/protocols/5'] = itemNow({ returnDate: '2099-11-30' })
        return refusal(409, { message, code: 'DUE_DATE_MOVED' })
      },
    },
  })
  await page.press('Ações do item 1/26')
  await page.press('Prorrogar prazo', 'menuitem')
  const dialog = await page.dialog()
  await dialog.fill(/^Nova data de retorno/, '31/12/2099')
  await dialog.fill(/^Motivo/, 'Aguardando parecer')
  await dialog.press('Salvar prazo')
  await toast(message)
  await waitFor(async () => expect((await page.row('1/26')).text()).toContain('30/11/2099'))
})

// proves 15.9
it('an open dialog says what others have made impossible, keeps what was typed, and sends nothing', async () => {
  const page = await open('/protocolos/5', { as: ana, api: { ...filled, 'GET /api/protocols/5': protocol(5, sent) } })
  const others = async (now: object) => {
    page.api['GET /api/protocols/5'] = now
    await page.tell('protocol', { id: 5, version: 2, by: carlos.name })
  }
  await page.press('Outras ações do protocolo')
  await page.press('Redirecionar', 'menuitem')
  const redirecting = await page.dialog('Redirecionar protocolo')
  await redirecting.fill(/^Motivo do redirecionamento/, 'Endereço errado')
  await others(ofAna)
  await redirecting.says(/^Carlos Menezes recebeu este protocolo em/)
  expect(isOff(await redirecting.button('Redirecionar'))).toBe(true)
  await redirecting.holds(/^Motivo do redirecionamento/, 'Endereço errado')
  await redirecting.press('Voltar')
  await page.noDialog()

  await page.press('Ações do item 1/26')
  await page.press('Prorrogar prazo', 'menuitem')
  const extending = await page.dialog('Prorrogar prazo')
  await extending.fill(/^Motivo/, 'Aguardando parecer')
  await others(itemNow({ returnDate: '2099-11-30' }))
  await extending.says('O prazo deste item acabou de ser alterado para 30/11/2099.')
  await others(itemNow({ status: itemStatus.returned, actualReturnDate: '2026-11-20T12:00:00Z' }))
  await extending.says('Este item já foi retornado.')
  expect(isOff(await extending.button('Salvar prazo'))).toBe(true)
  await extending.press('Cancelar')
  await page.noDialog()

  await page.press('Ações do item 1/26')
  await page.press('Marcar como Concluído', 'menuitem')
  const question = await page.question()
  await others(itemNow({ status: itemStatus.completed, actualReturnDate: '2026-11-20T12:00:00Z' }))
  await question.says('Este item já foi concluído.')
  expect(isOff(await question.button('Marcar como Concluído'))).toBe(true)
  expect(page.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
})

// proves 15.9
it('a comment that is being written stays when its protocol is cancelled', async () => {
  const page = await open('/protocolos/5?tab=comentarios', {
    as: ana,
    api: { ...filled, 'GET /api/protocols/5': protocol(5, sent) },
  })
  await page.fill('Novo comentário', 'Falta a página 3')
  page.api['GET /api/protocols/5'] = protocol(5, {
    ...{ ...sent, status: protocolStatus.cancelled, cancelledAt: '2026-11-20T12:00:00Z', cancelledBy: carlos.name },
    ...{ cancelReason: 'Endereço errado', version: 2 },
  })
  await page.tell('protocol', { id: 5, version: 2, by: carlos.name })
  await page.says('Não é possível comentar em protocolos cancelados.')
  await page.holds('Novo comentário', 'Falta a página 3')
  expect(isOff(await page.button('Enviar'))).toBe(true)
  await page.fill('Novo comentário', '')
  await waitFor(() => expect(page.queryByLabelText('Novo comentário')).toBeNull())
})

describe('asking for more time', () => {
  // proves 21.50
  it('a Usuário who asks for more time is told at each field what is wrong, and nothing typed is lost', async () => {
    const path = 'POST /api/protocols/items/51/extension-requests'
    const sent: object[] = []
    const items = [item(51, 'MP-2', { responsible: debora.name, responsibleId: debora.id })]
    const tooLate = 'O prazo não pode passar de 01/12/2026.'
    const page = await open('/protocolos/5', {
      as: debora,
      api: {
        ...filled,
        'GET /api/protocols/5': protocol(5, { items }),
        [path]: refusal(400, { message: 'Dados inválidos', errors: { return_date: tooLate } }),
      },
    })
    await page.press('Ações do item MP-2')
    await page.press('Pedir mais prazo', 'menuitem')
    const dialog = await page.dialog('Pedir mais prazo')
    await dialog.press('Pedir mais prazo')
    await dialog.says('Informe até quando precisa do item')
    await dialog.says('Diga por que precisa de mais prazo (de 3 a 500 caracteres)')
    await dialog.fill(/^Até quando\?/, '04/12/2099')
    await dialog.fill(/^Por que precisa de mais prazo\?/, 'Em uso até lá')
    await dialog.press('Pedir mais prazo')
    await dialog.says(tooLate)
    page.api[path] = () => Promise.reject(new TypeError('Failed to fetch'))
    await dialog.press('Pedir mais prazo')
    await dialog.says('Erro ao enviar a resposta. Tente novamente.')
    await dialog.holds(/^Por que precisa de mais prazo\?/, 'Em uso até lá')
    page.api[path] = ({ body }: Call) => sent.push(body) && {}
    await dialog.press('Pedir mais prazo')
    await page.noDialog()
    expect(sent).toEqual([{ return_date: '2099-12-04', reason: 'Em uso até lá' }])
  })

  // proves 21.50, 2.6.8
  it('an item without a due date offers its origin to set one, its holder to ask for one, and says why it cannot be returned', async () => {
    const items = [item(51, 'MP-2', { returnDate: null, responsible: debora.name, responsibleId: debora.id })]
    const path = 'POST /api/protocols/items/51/extension-requests'
    const api = { ...filled, 'GET /api/protocols/5': protocol(5, { items, nextReturnDate: null }), [path]: {} }
    const origin = await open('/protocolos/5', { as: ana, api })
    await origin.button('Definir prazo')
    expect((await origin.findByRole('link', { name: 'Definir prazo' })).getAttribute('href')).toContain('item=51')
    const holder = await open('/protocolos/5', { as: debora, api })
    await holder.press('Ações do item MP-2')
    const refused = await holder.findByRole('menuitem', { name: 'Marcar como Retornado' })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    expect(refused.textContent).toContain('Este item não tem data de retorno definida.')
    await holder.press('Pedir prazo', 'menuitem')
    const dialog = await holder.dialog('Pedir prazo')
    await dialog.says('MP-2 ainda não tem prazo de devolução.')
    await dialog.fill(/^Até quando\?/, '04/12/2099')
    await dialog.fill(/^Por que precisa de um prazo\?/, 'Em uso até lá')
    await dialog.press('Pedir prazo')
    await holder.says('Prazo pedido, até 04/12/2099.')
  })

  // proves 21.50, 21.51
  it('a sender grants what was asked for with one press on the item', async () => {
    let decision: object | undefined
    const asked = { id: 9, requestedDate: '2099-12-04', reason: 'Falta a segunda via' }
    const extensionRequest = { ...asked, askedBy: debora.name, askedAt: '2026-11-18T12:00:00Z' }
    const page = await open('/protocolos/5', {
      as: ana,
      api: {
        ...filled,
        'GET /api/protocols/5': protocol(5, { items: [item(51, 'MP-2', { extensionRequest })] }),
        'GET /api/deadlines/typical': refusal(404),
        'POST /api/extension-requests/9/decide': ({ body }: Call) => {
          decision = body
          page.api['GET /api/protocols/5'] = protocol(5, { items: [item(51, 'MP-2', { returnDate: '2099-12-04' })] })
          return {}
        },
      },
    })
    await page.row('MP-2').then(({ press }) => press('Mais prazo pedido até 04/12/2099'))
    const dialog = await page.dialog('Pedido de prazo')
    await dialog.says('Falta a segunda via')
    await dialog.press('Conceder até 04/12/2099')
    await toast('Prazo concedido até 04/12/2099.')
    await page.noDialog()
    await page.row('MP-2').then(({ saysNo }) => saysNo(/Mais prazo pedido/))
    expect(decision).toMatchObject({ decision: 'grant' })
  })
})
