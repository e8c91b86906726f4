import { expect, type Page } from '@playwright/test'
import { answerWith, holdBack } from './support/answers.ts'
import { expectAccessible } from './support/axe.ts'
import { fitsTheWindow, pageOf, phone, resize } from './support/pages.ts'
import { test } from './support/test.ts'
import { ownOrganisation } from './support/test-organisation.ts'
import { menuAction, openRowMenu, question, rowOf, said } from './support/vocabulary.ts'

const total = 21
const { organisation, sender, receiver } = ownOrganisation({ sender: 'ana', receiver: 'carlos' })
/** The ids of the first rows, in the order of the list. */
let newest: number[]

test.beforeAll(async () => {
  for (let sent = 0; sent < total - 1; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, () => organisation.send(sender, { requiresReturn: sent < 10 })))
  }
  await organisation.send(sender, { items: [{}, {}] })
  newest = await idsOn(1)
})

const idsOn = async (page: number): Promise<number[]> => {
  const { data } = await sender.call('GET', `/api/protocols?page=${page}`)
  return data.map(({ id }: { id: number }) => id)
}

const rows = (page: Page) => page.locator('tbody tr')
const choiceOf = (page: Page, id: number | undefined) =>
  page.getByRole('checkbox', { name: `Selecionar protocolo ${id}`, exact: true })

/** The layout shifts of the page since it was opened. */
const jumps = () =>
  new Promise<number[]>((resolve) => {
    const seen: number[] = []
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value)
    })
    watch.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen))))
  })

// proves 2.1.3, 2.5.3, 2.5.4, 2.5.5, 2.5.7, 2.6.12, 8.17, 9.8, 9.18, 11.2, 14.3, 14.9, 17.54, 17.57, 20.50
test('says of each protocol what the contract asks, is paged by keyboard, receives, cancels and completes, and prints several', async ({
  browser,
}) => {
  const page = await pageOf(browser, organisation.server, receiver)
  const pages = page.getByRole('navigation', { name: 'Paginação' })
  const shown = (first: number, end: number) =>
    expect(page.getByText(`Mostrando ${first} a ${end} de ${total} resultados`)).toBeVisible()
  const search = async (text: string) => {
    await page.getByPlaceholder('Buscar por ID, departamento...').fill(text)
    await page.keyboard.press('Enter')
  }

  await test.step('rows take the places of their skeletons, and nothing jumps', async () => {
    const answer = await holdBack(page, 'GET', '/api/protocols')
    // On the last full page the ids of the rows are as small as the keys of the skeleton rows.
    const lastFull = Math.floor(total / 10)
    const [first] = await idsOn(lastFull)
    await page.goto(`/protocolos?page=${lastFull}`)
    await expect(rows(page)).toHaveCount(10)
    answer()
    await expect(page.getByRole('link', { name: `#${first}`, exact: true })).toBeVisible()
    expect(await page.evaluate(jumps)).toEqual([])
  })

  await test.step('the first page', async () => {
    await pages.getByRole('button', { name: '1', exact: true }).click()
    const first = rows(page).first()
    await expect(first.getByRole('rowheader')).toHaveText(`#${newest[0]}`)
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Status',
      'Departamentos',
      'Data',
      'Progresso',
      'Criado por',
      'Ações',
    ])
    await expect(first.getByRole('cell')).toContainText([
      'Pendente',
      /Recursos Humanos.*Jurídico/,
      /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/,
      '0/2',
      'Ana Beatriz Nogueira',
    ])
    await expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 de 2')
    await shown(1, 10)
    await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled()
    await expectAccessible(page, 'the list')
  })

  await test.step('to the last page by keyboard, and back', async () => {
    await pages.getByRole('button', { name: 'Próxima' }).focus()
    const last = Math.ceil(total / 10)
    for (let number = 2; number <= last; number += 1) {
      await page.keyboard.press('Enter')
      await shown((number - 1) * 10 + 1, Math.min(number * 10, total))
    }
    await expect(page).toHaveURL(new RegExp(`[?&]page=${last}$`))
    await expect(pages.getByRole('button', { name: 'Próxima' })).toBeDisabled()
    // The pressed button is gone; the focus stays in the pagination.
    await expect(pages.locator('[aria-current=page]')).toBeFocused()
    await expect(rows(page).getByRole('rowheader')).toHaveText((await idsOn(last)).map((id) => `#${id}`))
    await page.goBack()
    await shown(11, 20)
  })

  await test.step('no hits, and no answer', async () => {
    await search('nada disso existe')
    await expect(page.getByText('Nenhum protocolo encontrado')).toBeVisible()
    await page.getByRole('button', { name: 'Filtros' }).click()
    await expect(page.getByLabel('Data final')).toBeVisible()
    await expectAccessible(page, 'the list without hits, with its filters')
    const asBefore = await answerWith(page, 'GET', '/api/protocols', 500)
    await search('nem isto')
    await expect(page.getByText('Erro ao carregar protocolos. Tente novamente.')).toBeVisible()
    await expectAccessible(page, 'the list that could not be loaded')
    asBefore()
    await page.getByRole('button', { name: 'Limpar' }).click()
    await page.getByRole('button', { name: 'Filtros' }).click()
  })

  await test.step('a row has a menu of 192 px that opens where there is room', async () => {
    await resize(page, { width: 1280, height: 800 })
    const top = page.getByRole('button', { name: `Ações do protocolo ${newest[0]}`, exact: true })
    const menu = await openRowMenu(page, newest[0])
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Ver detalhes',
      'Receber',
      'Conferir e receber',
      'Imprimir',
      'Recusar',
      'Cancelar',
      'Etiqueta',
    ])
    const below = await menu.boundingBox()
    const topBox = await top.boundingBox()
    expect(below?.width).toBe(192)
    expect(below?.y).toBeGreaterThan((topBox?.y ?? 0) + (topBox?.height ?? 0))
    await expectAccessible(page, 'the row menu')
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('menuitem').nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(top).toBeFocused()
    await expect(menu).toBeHidden()

    // The room below goes while it is open.
    await openRowMenu(page, newest[0])
    await resize(page, { width: 1280, height: Math.round(topBox?.y ?? 0) + 100 })
    await expect.poll(async () => ((await menu.boundingBox())?.y ?? 0) < (topBox?.y ?? 0)).toBe(true)
    await page.keyboard.press('Escape')
    await resize(page, { width: 1280, height: 800 })

    // The last row is at the bottom edge of the viewport.
    const last = page.getByRole('button', { name: `Ações do protocolo ${newest[9]}`, exact: true })
    await last.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await openRowMenu(page, newest[9])
    await expect
      .poll(async () => ((await menu.boundingBox())?.y ?? 0) < ((await last.boundingBox())?.y ?? 0))
      .toBe(true)
    const box = await menu.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(10)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280 - 10)
    await page.keyboard.press('Escape')
  })

  await test.step('a row opens by a press anywhere but on its own controls', async () => {
    await choiceOf(page, newest[3]).check()
    await expect(page).toHaveURL(/\/protocolos$/)
    await choiceOf(page, newest[3]).uncheck()
    await rowOf(page, `#${newest[3]}`).getByText('Ana Beatriz Nogueira').click()
    await expect(page).toHaveURL(new RegExp(`/protocolos/${newest[3]}$`))
    await page.goBack()
  })

  await test.step('receives, completes and cancels from its menu', async () => {
    await openRowMenu(page, newest[0])
    await menuAction(page, 'Receber')
    await expect(page.getByText('Protocolo recebido com sucesso!', { exact: true })).toBeVisible()
    await expect(rows(page).first()).toContainText('Em andamento')

    await openRowMenu(page, newest[1])
    await menuAction(page, 'Concluir')
    await expect(question(page)).toContainText('todos os itens serão marcados como concluídos')
    await question(page).getByRole('button', { name: 'Concluir protocolo' }).click()
    await expect(page.getByText('Protocolo concluído com sucesso!', { exact: true })).toBeVisible()
    await expect(rows(page).nth(1)).toContainText('1/1')

    await openRowMenu(page, newest[2])
    await menuAction(page, 'Cancelar')
    await page.getByLabel('Motivo do cancelamento *').fill('Duplicado')
    await question(page).getByRole('button', { name: 'Cancelar protocolo' }).click()
    await expect(page.getByText(`Protocolo ${newest[2]} cancelado com sucesso!`, { exact: true })).toBeVisible()
    await expect(rows(page).nth(2)).toContainText('Cancelado')
    await expect(page.getByRole('button', { name: `Ações do protocolo ${newest[2]}`, exact: true })).toBeFocused()
  })

  await test.step('several are printed in one window, and asked about before they are received', async () => {
    for (const id of newest.slice(3, 5)) await choiceOf(page, id).check()
    await expectAccessible(page, 'chosen protocols')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Imprimir selecionados' }).click()
    const form = await opened
    const titles = newest.slice(3, 5).map((id) => `Protocolo #${id}`)
    await expect(form.getByRole('heading', { level: 1 })).toHaveText(titles)
    await form.close()
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check()
    await page.getByRole('button', { name: /^Selecionar todos os/ }).click()
    await expect(page.getByRole('button', { name: /^Selecionar todos os/ })).toBeHidden()
    await page.getByRole('button', { name: 'Receber selecionados' }).click()
    await expect(question(page)).toBeVisible()
    await expectAccessible(page, 'a bulk receipt that leaves some out')
  })
})

// proves 14.4, 17.59
test('is a list of cards on a phone, and nothing jumps when the counts arrive after it', async ({ browser }) => {
  const page = await pageOf(browser, organisation.server, receiver, phone)
  const answer = await holdBack(page, 'GET', '/api/protocols/summary')
  await page.goto('/protocolos')
  await expect(page.getByRole('listitem').filter({ hasText: `#${newest[0]}` })).toBeVisible()
  const before = await page.evaluate(jumps)
  answer()
  await expect(page.getByRole('link', { name: /pendentes? aqui$/ })).toBeVisible()
  expect(await page.evaluate(jumps)).toEqual(before)

  await expect(page.getByRole('table')).toBeHidden()
  await page.getByRole('button', { name: 'Filtros' }).click()
  await expect(page.getByLabel('Data final')).toBeVisible()
  await fitsTheWindow(page)
  const menu = await openRowMenu(page, newest[9])
  await expect
    .poll(async () => {
      const box = await menu.boundingBox()
      return box !== null && box.x >= 10 && box.x + box.width <= phone.viewport.width - 10
    })
    .toBe(true)
  // Cards are chosen without opening them.
  await page.keyboard.press('Escape')
  await choiceOf(page, newest[4]).check()
  await said(page, '1 protocolo(s) selecionado(s)')
  await expect(page.getByRole('button', { name: 'Imprimir selecionados' })).toBeInViewport()
  await expect(page).toHaveURL(/\/protocolos$/)
  await expectAccessible(page, 'a chosen protocol on a phone')
})
