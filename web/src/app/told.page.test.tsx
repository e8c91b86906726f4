import { expect, it, vi } from 'vitest'
import { ana, carlos, item, itemAnswer, listOf, protocol, sent } from '../test/builders.ts'
import { type Call, refusal } from '../test/fake-server.ts'
import { filled } from '../test/filled.ts'
import { keys, open, type open as opened, openedTab, part, toast, waitFor } from '../test/page.ts'

type Page = Awaited<ReturnType<typeof opened>>

const received = (id: number) => ({ message: '', protocol: protocol(id), occurrences_opened: 0 })
const title = () => document.querySelector('h1')?.textContent

async function leaveFor(page: Page, name: string) {
  await page.press(name, 'link')
  await waitFor(() => expect(title()).toBe(name))
}

it('a Gestor who receives two rows one after the other is told of both', async () => {
  const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()] as const
  const page = await open('/protocolos', {
    as: carlos,
    api: {
      ...filled,
      'GET /api/protocols': listOf([protocol(5, sent), protocol(6, sent)]),
      'GET /api/protocols/*': ({ last }: Call) => protocol(Number(last), sent),
      'POST /api/protocols/5/receive': () => answers[0].promise,
      'POST /api/protocols/6/receive': () => answers[1].promise,
    },
  })
  for (const id of [5, 6]) {
    await page.press(`Ações do protocolo ${id}`)
    await page.press('Receber', 'menuitem')
    await waitFor(() => expect(page.queryByRole('menu')).toBeNull())
  }
  await waitFor(() =>
    expect(page.calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/protocols/5/receive',
      'POST /api/protocols/6/receive',
    ]),
  )
  for (const [at, answer] of answers.entries()) {
    answer.resolve(received(5 + at))
    await toast('Protocolo recebido com sucesso!')
  }
})

// proves 11.31
it('a Gestor is told what became of an action on the page that they have gone to', async () => {
  const receive = Promise.withResolvers<object>()
  const assign = Promise.withResolvers<object>()
  const page = await open('/protocolos/5', {
    as: carlos,
    api: {
      ...filled,
      'GET /api/protocols/5': protocol(5, sent),
      'POST /api/protocols/5/receive': () => receive.promise,
      'PUT /api/protocols/items/51/assign': () => assign.promise,
    },
  })
  await page.press('Receber')
  await leaveFor(page, 'Retorno de Itens')
  page.api['GET /api/protocols/5'] = protocol(5)
  receive.resolve(received(5))
  await toast('Protocolo recebido com sucesso!')

  // In a dialog that is gone when the answer comes.
  history.back()
  await page.findByRole('heading', { name: 'Protocolo #5' })
  await page.press('Ações do item 1/26')
  await page.press('Atribuir usuário', 'menuitem')
  const dialog = await page.dialog()
  await dialog.pick('Usuário', carlos.name)
  await dialog.press('Atribuir')
  history.forward()
  await waitFor(() => expect(title()).toBe('Retorno de Itens'))
  const assigned = item(51, '1/26', { responsible: carlos.name, responsibleId: carlos.id })
  assign.resolve({ item: itemAnswer(assigned), assignedUser: { id: carlos.id, name: carlos.name } })
  await toast(`Usuário ${carlos.name} atribuído com sucesso!`)
})

// proves 11.31
it('a sender is told a refusal in its dialog, and elsewhere once the dialog is gone', async () => {
  const refused = refusal(409, { message: 'O protocolo já foi concluído', code: 'X' })
  const page = await open('/protocolos/5', {
    as: ana,
    api: { ...filled, 'GET /api/protocols/5': protocol(5, sent), 'POST /api/protocols/5/cancel': refused },
  })
  await leaveFor(page, 'Retorno de Itens')
  history.back()
  const cancel = async () => {
    await page.press('Cancelar')
    const question = await page.question()
    await question.fill(/^Motivo do cancelamento/, 'Engano')
    await question.press('Cancelar protocolo')
    return question
  }
  const question = await cancel()
  await question.says('O protocolo já foi concluído')
  expect(part(page.getByRole('region', { name: 'Avisos' })).queryByRole('alert')).toBeNull()
  await question.press('Voltar')
  await page.noDialog()

  const answer = Promise.withResolvers<object>()
  page.api['POST /api/protocols/5/cancel'] = () => answer.promise
  await cancel().then(({ button }) => button('Cancelando...'))
  history.forward()
  await waitFor(() => expect(title()).toBe('Retorno de Itens'))
  answer.resolve(refused)
  await toast('O protocolo já foi concluído')
})

// proves 17.77
it('a new protocol is sent again by itself, once, unless it was touched', async () => {
  let sentForms = 0
  const page = await open('/protocolos/novo', {
    as: ana,
    api: {
      ...filled,
      'POST /api/protocols': () => {
        sentForms += 1
        return sentForms % 2 ? Promise.reject(new TypeError('Failed to fetch')) : { protocol_id: 5 }
      },
    },
  })
  const failed = 'Erro ao criar protocolo. Tente novamente.'
  const saveInVain = async () => {
    await page.pick('Departamento de Destino', 'Jurídico')
    await page.pick('Tipo de Item', 'Contrato')
    await page.fill(/^Observações/, 'Sem rede')
    await page.press('Salvar')
    await page.says(failed)
  }
  const findNetwork = () => dispatchEvent(new Event('online'))
  await saveInVain()
  findNetwork()
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  await page.saysNo(failed)
  findNetwork()

  await keys.keyboard('n')
  await saveInVain()
  // Where a number is out already is asked for half a second later.
  page.api['GET /api/search'] = { protocols: [], documents: [], suppliers: [], supplies: [] }
  await page.fill('Nº do documento', '88/2026')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  findNetwork()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await page.press('Tentar de novo')
  await page.findByRole('heading', { name: 'Protocolo #5', level: 1 })
  expect(sentForms).toBe(4)
})

it('an attachment that failed beside a half-typed form is tried again without the form', async () => {
  const attachments = [{ id: 9, fileName: 'anexo.txt' }]
  const page = await open('/protocolos/5/editar', {
    as: ana,
    api: {
      ...filled,
      'GET /api/protocols/5': protocol(5, { ...sent, items: [item(51, '1/26', { attachments })] }),
      'GET /api/protocols/attachments/9/download': () => Promise.reject(new TypeError('Failed to fetch')),
    },
  })
  openedTab()
  await page.fill(/^Observações/, 'Pela metade')
  await page.press(/^anexo\.txt/)
  await page.press('Tentar de novo')
  const loads = () => page.calls.filter((call) => call.endsWith('/download'))
  await waitFor(() => expect(loads()).toHaveLength(2))
  expect(page.calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  await page.holds(/^Observações/, 'Pela metade')
})

it('a comment that was sent does not come back as a draft, one that failed does', async () => {
  const text = 'Chegou incompleto'
  const comment = { id: 1, response_text: text, created_at: '2026-11-03T12:00:00Z', created_by: ana.name }
  const answer = Promise.withResolvers<object>()
  const page = await open('/protocolos/5?tab=comentarios', {
    as: ana,
    api: { ...filled, 'POST /api/protocols/5/comments': () => answer.promise },
  })
  const write = async (words: string) => {
    await page.press(/^Comentários/, 'tab')
    await page.fill('Novo comentário', words)
    await page.press('Enviar')
    await page.button('Enviando...')
    await leaveFor(page, 'Retorno de Itens')
  }
  const comeBack = async () => {
    history.back()
    await page.press(/^Comentários/, 'tab')
  }
  await write(text)
  const sentComment = { ...comment, created_by_uid: ana.id }
  page.api['GET /api/protocols/5'] = { ...protocol(5), responses: [sentComment] }
  answer.resolve(sentComment)
  await comeBack()
  await page.says(text)
  await page.holds('Novo comentário', '')

  const failure = Promise.withResolvers<object>()
  page.api['POST /api/protocols/5/comments'] = () => failure.promise
  await write('Falta a última folha')
  failure.resolve(refusal(500))
  await toast('Erro ao enviar comentário. Tente novamente.')
  await comeBack()
  await page.holds('Novo comentário', 'Falta a última folha')
})
