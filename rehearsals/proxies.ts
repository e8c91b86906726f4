// `npm run drill -- proxies`: two servers on one database behind nginx and then behind HAProxy, with the files of
// `deploy`, used by a real browser and by plain requests over TLS. Needs nginx, haproxy and openssl. About two minutes.
import { get } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumArguments, headlessPath } from '../e2e/support/chromium.ts'
import { foundOrganisation, type Person } from '../e2e/support/organisation.ts'
import { expectThat } from './lib/expect-that.ts'
import { type Installation, openInstallation } from './lib/installation.ts'
import { type FrontProxy, frontPort, isInstalled, startHaproxy, startNginx } from './lib/proxy.ts'

const operatorToken = 'um-token-de-operador-do-ensaio'
const mebibyte = 1024 * 1024

export async function run(): Promise<void> {
  // The proxies' certificates are signed by themselves.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  process.removeAllListeners('warning')
  for (const name of ['nginx', 'haproxy']) {
    if (!isInstalled(name)) {
      console.log(`${name}: not installed, skipped`)
      continue
    }
    const port = await frontPort()
    const installation = await openInstallation(2, {
      APP_URL: `https://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
      OPERATOR_TOKEN: operatorToken,
    })
    try {
      const ports = installation.instances.map((instance) => instance.port)
      const proxy = await (name === 'nginx' ? startNginx(port, ports) : startHaproxy(port, ports, operatorToken))
      try {
        console.log(`\n${name}`)
        await journey(proxy, installation)
      } finally {
        await proxy.close()
      }
    } finally {
      await installation.close()
    }
  }
}

async function journey(proxy: FrontProxy, installation: Installation): Promise<void> {
  const { url } = proxy
  const { sender, responsible } = await foundOrganisation(url)
  await refusals(url, sender)
  const id = await liveCreation(url, sender, responsible)
  await inBrowser(url, sender, id)
  await oneServerLess(url, sender, installation)
  expectThat(
    (await fetch(`${url}/metrics`)).status === 403,
    'operators’ pages stay closed to what comes through the proxy',
  )
}

async function refusals(url: string, sender: Person): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const authorization = `Bearer ${sender.token}`
  for (let round = 0; round < 5; round += 1) {
    const large = await fetch(`${url}/api/protocols`, {
      method: 'POST',
      headers: { ...json, authorization },
      body: 'x'.repeat(30 * mebibyte),
    })
    expectRefusal(large.status, 413, ((await large.json()) as { code: string }).code)
    const stranger = await fetch(`${url}/api/protocols`, {
      method: 'POST',
      headers: json,
      body: 'x'.repeat(5 * mebibyte),
    })
    expectRefusal(stranger.status, 401, ((await stranger.json()) as { code: string }).code)
    const healthy = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${url}/api/auth/me`, { headers: { authorization } })),
    )
    if (!healthy.every(({ ok }) => ok)) throw new Error('a healthy call was refused')
  }
  console.log(
    // proves 19.3
    'ok: ten bodies that were too large or from strangers were 413 and 401, and the 100 calls between them 200',
  )
}

function expectRefusal(status: number, wanted: number, code: string) {
  if (status !== wanted) throw new Error(`${status} ${code} instead of ${wanted}`)
}

/** Creates a protocol with a file while another person listens, and downloads it. @returns its id */
async function liveCreation(url: string, sender: Person, listener: Person): Promise<number> {
  const [types, categories, suppliers, departments] = await Promise.all(
    ['item-types', 'categories', 'suppliers', 'departments'].map((path) => sender.call('GET', `/api/${path}`)),
  )
  const heard = openStream(url, listener.token)
  await heard.open
  const content = Buffer.from('a'.repeat(3 * mebibyte))
  const form = new FormData()
  const department = (name: string) => departments.find(({ dpname }: { dpname: string }) => dpname === name).dpid
  const fields = {
    remarks: 'Pelo proxy',
    origin_department_id: department('Recursos Humanos'),
    destination_department_id: department('Jurídico'),
    requires_return: 'true',
    items: JSON.stringify([
      {
        document_number: 'P-1',
        item_type_id: types[0].id,
        category_id: categories.find(({ return_days }: { return_days: number | null }) => return_days).ctid,
        supplier_id: (suppliers.data ?? suppliers)[0].id,
        reason: 'Conferência',
      },
    ]),
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('attachment_0', new File([content], 'anexo.txt', { type: 'text/plain' }))
  const { protocol_id: id } = await sender.call('POST', '/api/protocols', form)
  const created = performance.now()
  await Promise.race([heard.news, wait(10_000).then(() => Promise.reject(new Error('the stream says nothing')))])
  const ms = Math.round(performance.now() - created)
  heard.close()
  // proves 19.3
  expectThat(ms < 2000, `the other person hears of it within 2 s (${ms} ms)`)
  const protocol = await listener.call('GET', `/api/protocols/${id}`)
  const [attachment] = protocol.items[0].attachments
  const file = await fetch(`${url}/api/protocols/attachments/${attachment.id}/download`, {
    headers: { authorization: `Bearer ${listener.token}` },
  })
  const bytes = Buffer.from(await file.arrayBuffer())
  // proves 19.3
  expectThat(bytes.equals(content), `a file of ${content.length} bytes comes back as it was sent`)
  return id
}

function openStream(url: string, token: string) {
  let close = () => {}
  let isOpen = () => {}
  const open = new Promise<void>((resolve) => {
    isOpen = resolve
  })
  const news = new Promise<void>((resolve, reject) => {
    const request = get(
      `${url}/api/events`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.setEncoding('utf8').on('error', () => {})
        answer.on('data', (text: string) => {
          isOpen()
          if (text.includes('event: protocol')) resolve()
        })
      },
    )
    request.on('error', reject)
    close = () => request.destroy()
  })
  news.catch(() => {})
  return { open, news, close: () => close() }
}

async function inBrowser(url: string, { email, password }: Person, id: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: await headlessPath(), args: chromiumArguments })
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'pt-BR' })
    await page.goto(`${url}/protocolos/${id}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('P-1').first().waitFor({ timeout: 30_000 })
    // proves 19.3
    expectThat(page.url().endsWith(`/protocolos/${id}`), 'a deep link leads through the sign-in to the protocol')
    await page.reload()
    await page.getByText('P-1').first().waitFor({ timeout: 30_000 })
    expectThat(true, 'the page can be reloaded')
  } finally {
    await browser.close()
  }
}

async function oneServerLess(url: string, sender: Person, { instances }: Installation): Promise<void> {
  const [first] = instances
  await first?.kill()
  const headers = { authorization: `Bearer ${sender.token}` }
  let failed = 0
  for (let call = 0; call < 100; call += 1) {
    const { ok } = await fetch(`${url}/api/auth/me`, { headers }).catch(() => ({ ok: false }))
    if (!ok) failed += 1
  }
  // proves 19.3
  expectThat(failed === 0, 'with one of two servers killed, 100 of 100 reads succeed')
  await first?.start()
}
