import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumArguments, headlessPath } from '../../e2e/support/chromium.ts'
import { foundOrganisation, type Person } from '../../e2e/support/organisation.ts'
import { openStream } from '../../scripts/bench/bars-live.ts'
import { freePort } from '../../server/src/test/free-port.ts'
import { type FrontProxy, isInstalled, startHaproxy, startNginx } from '../lib/proxy.ts'
import { type Installation, openInstallation } from '../lib/servers.ts'
import { expectThat } from '../lib/steps.ts'
import { createWithFile, creationsOf } from '../lib/writers.ts'

const operatorToken = 'um-token-de-operador-do-ensaio'
const mebibyte = 1024 * 1024

/**
 * Two servers on one database behind nginx and then behind HAProxy, with the files of `deploy`, used by a real browser and
 * by plain requests over TLS.
 */
export async function behindProxies(): Promise<void> {
  for (const name of ['nginx', 'haproxy']) {
    if (!isInstalled(name)) {
      console.log(`${name}: not installed, skipped`)
      continue
    }
    const port = await freePort()
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
  const made = await liveCreation(url, sender, responsible)
  await inBrowser(url, sender, made)
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

/** Creates a protocol with a file while another person listens, and downloads it. @returns its id and remarks */
async function liveCreation(url: string, sender: Person, listener: Person) {
  const heard = await openStream(url, listener.token)
  const news = new Promise<void>((resolve) => heard.onText((text) => text.includes('event: protocol') && resolve()))
  const content = 'a'.repeat(3 * mebibyte)
  const creation = (await creationsOf(url, sender))()
  const { json } = await createWithFile(url, sender, creation, content)
  const { protocol_id: id } = json as { protocol_id: number }
  const created = performance.now()
  await Promise.race([news, wait(10_000).then(() => Promise.reject(new Error('the stream says nothing')))])
  const ms = Math.round(performance.now() - created)
  heard.close()
  // proves 19.3
  expectThat(ms < 2000, `the other person hears of it within 2 s (${ms} ms)`)
  const protocol = await listener.call('GET', `/api/protocols/${id}`)
  const [attachment] = protocol.items[0].attachments
  const file = await fetch(`${url}/api/protocols/attachments/${attachment.id}/download`, {
    headers: { authorization: `Bearer ${listener.token}` },
  })
  // proves 19.3
  expectThat((await file.text()) === content, `a file of ${content.length} bytes comes back as it was sent`)
  return { id, remarks: `Ensaio ${creation.key}` }
}

async function inBrowser(url: string, { email, password }: Person, { id, remarks }: { id: number; remarks: string }) {
  const browser = await chromium.launch({ executablePath: await headlessPath(), args: chromiumArguments })
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'pt-BR' })
    await page.goto(`${url}/protocolos/${id}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText(remarks).first().waitFor({ timeout: 30_000 })
    // proves 19.3
    expectThat(page.url().endsWith(`/protocolos/${id}`), 'a deep link leads through the sign-in to the protocol')
    await page.reload()
    await page.getByText(remarks).first().waitFor({ timeout: 30_000 })
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
