import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectFailedCall } from './support/console.ts'
import type { Person, Role } from './support/organisation.ts'
import { pageOf } from './support/pages.ts'
import { test } from './support/test.ts'
import { type Side, type TestOrganisation, testOrganisation } from './support/test-organisation.ts'

/** Who may do what according to contract 4, 6 and 10; written by hand, without the product's rules. */
type Protocols = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I'

const situations: Record<Protocols, string> = {
  A: 'must return, Pendente',
  B: 'must return, Em andamento, one item unassigned and one assigned',
  C: 'must return, Em andamento, every item returned',
  D: 'must return, Em andamento, every item cancelled',
  E: 'must return, Concluído',
  F: 'must return, Cancelado',
  G: 'stays, Pendente, with a responsible user',
  H: 'stays, Concluído',
  I: 'stays, Cancelado',
}

const onProtocol: Record<Side, Record<Protocols, string>> = {
  origin: {
    A: 'Editar, Redirecionar, Imprimir, Cancelar',
    B: 'Imprimir, Cancelar',
    C: 'Imprimir, Cancelar, Concluir',
    D: 'Imprimir, Cancelar',
    E: 'Imprimir',
    F: '',
    G: 'Editar, Redirecionar, Imprimir, Cancelar',
    H: 'Imprimir',
    I: '',
  },
  destination: {
    A: 'Receber, Conferir e receber, Imprimir, Recusar, Cancelar',
    B: 'Encaminhar, Imprimir, Cancelar',
    C: 'Imprimir, Cancelar',
    D: 'Imprimir, Cancelar',
    E: 'Imprimir',
    F: '',
    G: 'Encaminhar, Imprimir, Recusar, Cancelar, Concluir',
    H: 'Imprimir',
    I: '',
  },
  // Only an Admin sees protocols between other departments.
  third: {
    A: 'Imprimir, Cancelar',
    B: 'Imprimir, Cancelar',
    C: 'Imprimir, Cancelar',
    D: 'Imprimir, Cancelar',
    E: 'Imprimir',
    F: '',
    G: 'Imprimir, Cancelar',
    H: 'Imprimir',
    I: '',
  },
}

interface OnItem {
  who: 'origin' | 'responsible user' | 'Gestor of the destination' | 'third'
  /** Actions on the first item; B has a second item with a responsible user. */
  first: Partial<Record<Protocols, string>>
  secondOfB: string
}

const onItem: readonly OnItem[] = [
  {
    who: 'origin',
    first: {
      A: 'Cobrar, Prorrogar prazo, Registrar ocorrência, Cancelar Item',
      B: 'Cobrar, Prorrogar prazo, Registrar ocorrência, Cancelar Item',
      C: 'Marcar como Concluído, Registrar ocorrência',
      G: 'Registrar ocorrência, Cancelar Item',
    },
    secondOfB: 'Cobrar, Prorrogar prazo, Registrar ocorrência, Cancelar Item',
  },
  {
    // The Usuário of the destination, for the second item.
    who: 'responsible user',
    first: {
      A: 'Registrar ocorrência, Cancelar Item',
      B: 'Marcar como Retornado, Registrar ocorrência, Cancelar Item',
      C: 'Registrar ocorrência',
      G: 'Registrar ocorrência, Cancelar Item',
    },
    secondOfB: 'Marcar como Retornado, Pedir mais prazo, Registrar ocorrência, Cancelar Item',
  },
  {
    who: 'Gestor of the destination',
    first: {
      A: 'Pedir mais prazo, Atribuir usuário, Registrar ocorrência, Cancelar Item',
      B: 'Marcar como Retornado, Pedir mais prazo, Atribuir usuário, Registrar ocorrência, Cancelar Item',
      C: 'Registrar ocorrência',
      G: 'Tramitar Item, Registrar ocorrência, Cancelar Item',
    },
    secondOfB: 'Marcar como Retornado, Pedir mais prazo, Tramitar Item, Registrar ocorrência, Cancelar Item',
  },
  {
    who: 'third',
    first: {
      A: 'Registrar ocorrência, Cancelar Item',
      B: 'Registrar ocorrência, Cancelar Item',
      C: 'Registrar ocorrência',
      G: 'Registrar ocorrência, Cancelar Item',
    },
    secondOfB: 'Registrar ocorrência, Cancelar Item',
  },
]

const every = Object.keys(situations) as Protocols[]

/**
 * Whose screens are looked at, one role for each side; the rules themselves are proved for everybody by the tests of
 * core and of the server. The responsible user differs from their Gestor on the items.
 */
const looks: readonly { role: Role; side: Side; at: readonly Protocols[] }[] = [
  { role: 'Usuário', side: 'origin', at: every },
  { role: 'Gestor', side: 'destination', at: every },
  { role: 'Usuário', side: 'destination', at: ['B', 'G'] },
  { role: 'Admin', side: 'third', at: every },
]

let organisation: TestOrganisation
const staff = new Map<string, Person>()
const made = {} as Record<Protocols, { id: number; items: number[] }>

test.beforeAll(async () => {
  organisation = await testOrganisation()
  for (const { role, side } of [...looks, { role: 'Gestor', side: 'third' }] as const) {
    staff.set(`${role} ${side}`, await organisation.hire(`${role} de ${side}`, side, role))
  }
  const sender = person('Usuário', 'origin')
  const receiver = person('Usuário', 'destination')
  const kept = { destination_user_id: receiver.id }
  const act = (who: Person, key: Protocols, verb: string, body = {}) =>
    who.call('POST', `/api/protocols/${made[key].id}/${verb}`, body)
  const actOnItem = (who: Person, key: Protocols, verb: string, body = {}) =>
    who.call('POST', `/api/protocols/items/${made[key].items[0]}/${verb}`, body)
  const reason = { reason: 'Enviado por engano' }

  for (const key of ['A', 'C', 'D', 'E', 'F'] as const) made[key] = await organisation.send(sender)
  made.B = await organisation.send(sender, { items: [{}, kept] })
  made.G = await organisation.send(sender, { requiresReturn: false, items: [kept] })
  for (const key of ['H', 'I'] as const) made[key] = await organisation.send(sender, { requiresReturn: false })
  for (const key of ['B', 'C', 'D', 'E'] as const) await act(receiver, key, 'receive')
  for (const key of ['C', 'E'] as const) await actOnItem(receiver, key, 'return')
  await actOnItem(sender, 'D', 'cancel', reason)
  await actOnItem(sender, 'E', 'complete')
  await act(sender, 'E', 'complete')
  await act(receiver, 'H', 'complete')
  for (const key of ['F', 'I'] as const) await act(sender, key, 'cancel', reason)
})

test.afterAll(() => organisation.server.stop())

const person = (role: Role, side: Side): Person => {
  const found = staff.get(`${role} ${side}`)
  if (!found) throw new Error(`nobody is ${role} of ${side}`)
  return found
}

const listed = (names: string) => names.split(', ').filter(Boolean)

/** The entries of the menu that a button opens; the menu is closed again. */
async function entriesOf(page: Page, button: Locator) {
  await button.click()
  const entries = page.getByRole('menu').getByRole('menuitem')
  await expect(entries.first()).toHaveText('Ver detalhes')
  const names = await wordsOf(entries)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  return names
}

const wordsOf = async (elements: Locator) => (await elements.allInnerTexts()).map((word) => word.trim()).filter(Boolean)

const menuOrder = [
  'Ver detalhes',
  'Receber',
  'Conferir e receber',
  'Editar',
  'Redirecionar',
  'Encaminhar',
  'Imprimir',
  'Recusar',
  'Cancelar',
  'Concluir',
  'Enviar de novo',
]

async function expectOffers(browser: Browser, role: Role, side: Side, at: readonly Protocols[]) {
  const page = await pageOf(browser, organisation.server, person(role, side))
  const atDestination = role === 'Gestor' ? 'Gestor of the destination' : 'responsible user'
  const who = side === 'destination' ? atDestination : side
  const ofItems = onItem.find((entry) => entry.who === who)
  await page.goto('/protocolos')
  for (const key of at) {
    const about = `${role} of ${side}: ${situations[key]}`
    const { id, items } = made[key]
    // The origin may send every protocol again (contract 17.40).
    const expected = [...listed(onProtocol[side][key]), ...(side === 'origin' ? ['Enviar de novo'] : [])].sort()
    const inList = await entriesOf(page, page.getByRole('button', { name: `Ações do protocolo ${id}`, exact: true }))
    const offered = menuOrder.filter((name) => name === 'Ver detalhes' || expected.includes(name))
    expect(inList, `the list, ${about}`).toEqual(offered)

    await page.getByRole('link', { name: `#${id}`, exact: true }).click()
    const menus = page.getByRole('button', { name: /^Ações do item/ })
    await expect(menus).toHaveCount(items.length)
    const header = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
    expect((await wordsOf(header.locator('button, a'))).sort(), `the detail, ${about}`).toEqual(expected)
    const first = ['Ver detalhes', ...listed(ofItems?.first[key] ?? '')]
    expect(await entriesOf(page, menus.first()), `the item, ${about}`).toEqual(first)
    if (key === 'B') {
      const second = ['Ver detalhes', ...listed(ofItems?.secondOfB ?? '')]
      expect(await entriesOf(page, menus.nth(1)), `the assigned item, ${about}`).toEqual(second)
    }
    await page.goBack()
  }
  await page.context().close()
}

for (const { role, side, at } of looks) {
  // proves 2.5.8, 2.6.1, 2.6.8, 6.2, 6.8, 20.50, 20.62
  test(`the detail and the list offer a ${role} of ${side} what they may do, and nothing else`, async ({ browser }) => {
    await expectOffers(browser, role, side, at)
  })
}

test('to people of a third department none of them exists', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, person('Gestor', 'third'))
  await page.goto('/protocolos')
  await expect(page.getByText('Nenhum protocolo encontrado')).toBeVisible()
  for (const key of ['A', 'H'] as const) {
    expectFailedCall(page, 'GET', `/api/protocols/${made[key].id}`, 404)
    await page.goto(`/protocolos/${made[key].id}`)
    await expect(page.getByText('Protocolo não encontrado')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Voltar para a lista' })).toBeVisible()
  }
  await page.goto(`/protocolos/${made.A.id}/editar`)
  await expect(page.getByText('Erro ao carregar o protocolo. Tente novamente.')).toBeVisible()
})
