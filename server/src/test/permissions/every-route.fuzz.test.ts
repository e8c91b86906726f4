import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { type TestApp, testApp } from '../app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildItemType,
  buildManager,
  buildProtocol,
  buildSupplier,
  buildUser,
} from '../builders.ts'
import type { Reply } from '../client.ts'
import { testConfig } from '../config.ts'
import { fuzzRuns, fuzzTimeout, wasPutOff } from '../fuzz-runs.ts'
import { type ApiDocument, randomPath, requestTo, routesOf } from './random-requests.ts'

/** Reads the document without a database: test names are collected before the tests' own app exists. */
async function describedApi(): Promise<ApiDocument> {
  const app = await buildApp({ db: undefined as never, config: testConfig() })
  await app.ready()
  const document = app.swagger() as unknown as ApiDocument
  await app.close()
  return document
}

const api = await describedApi()
/** Ends the session of the test. */
const logout = '/api/auth/logout'
/** Responds for as long as the client listens. */
const events = '/api/events'
/** Draws a PDF, which is slow, and reads nothing of the request. */
const manual = '/api/help/manual'

let test: TestApp
let admin: { id: number }
/** Passes the checks of what only a Gestor may do, up to the body. */
let manager: { id: number }
beforeAll(async () => {
  test = await testApp({ ownDatabase: true, config: { FAIR_USE_FACTOR: 1000 } })
  const { db } = test
  const { id: departmentId } = await buildDepartment(db)
  admin = await buildAdmin(db, { departmentId })
  manager = await buildManager(db, { departmentId })
  for (let count = 0; count < 3; count += 1) {
    await buildUser(db, { departmentId })
    await buildCategory(db)
    await buildItemType(db)
    await buildSupplier(db)
    await buildProtocol(db, { originDepartmentId: departmentId, destinationDepartmentId: departmentId })
    await buildProtocol(db, {
      ...{ originDepartmentId: departmentId, destinationDepartmentId: departmentId, status: 'Em andamento' },
      items: [{ responsibleId: manager.id }],
    })
  }
})

function expectSentence({ status, body }: Reply) {
  if (wasPutOff({ status, body })) return
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  if (status < 400) return
  expect(body).toMatchObject({ message: expect.stringMatching(/^\p{Lu}.{5,}/u), code: expect.any(String) })
}

describe.each(routesOf(api, ['post', 'put', 'delete']).filter(({ path }) => path !== logout))(
  '$method $path',
  (route) => {
    // proves 7.9.4, 18.47, V1.2.4, V2.2.1, V2.2.2, V15.3.5
    it(
      'answers whatever is sent with a sentence, and never breaks',
      async () => {
        const clients = /protocols|returns/.test(route.path) ? [test.as(manager), test.as(admin)] : [test.as(admin)]
        const send = async (sent: { url: string; body: unknown }) => {
          for (const client of clients) expectSentence(await client[route.method](sent.url, sent.body as never))
        }
        await fc.assert(fc.asyncProperty(requestTo(route), send), fuzzRuns(40))
      },
      fuzzTimeout,
    )
  },
)

// proves 18.47
it.each(routesOf(api, ['get']).filter(({ path }) => path !== events && path !== manual))(
  'get $path answers whatever is asked with a sentence, and never breaks',
  async (route) => {
    const client = test.as(admin)
    const ask = async ({ url }: { url: string }) => expectSentence(await client.get(url))
    await fc.assert(fc.asyncProperty(requestTo(route), ask), fuzzRuns(12))
  },
  fuzzTimeout,
)

// proves 18.47
it(
  'answers paths that it does not have with a sentence or the page',
  async () => {
    const client = test.as(admin)
    await fc.assert(
      fc.asyncProperty(randomPath, fc.constantFrom('get', 'post', 'put', 'delete'), async (path, method) => {
        const { status, body } = await client[method](path)
        if (wasPutOff({ status, body })) return
        expect(status, `${path}\n${JSON.stringify(body)}`).toBeLessThan(500)
      }),
      fuzzRuns(100),
    )
  },
  fuzzTimeout,
)
