import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { accessPlugin } from './access.ts'
import { errorsPlugin } from './errors.ts'
import type { App } from './fastify.ts'
import { webRoutes } from './web.ts'

let app: App

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'malote-web-'))
  const root = join(folder, 'dist')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(folder, 'package.json'), 'secret')
  await writeFile(join(root, 'index.html'), 'the page')
  await writeFile(join(root, 'assets', 'main.js'), 'code')
  await writeFile(join(root, 'assets', 'main.js.br'), 'compressed code')
  app = fastify() as unknown as App
  await app.register(accessPlugin)
  await app.register(errorsPlugin)
  await app.register(webRoutes, { root, closed: ['/verificar'] })
  return async () => {
    await app.close()
    await rm(folder, { recursive: true })
  }
})

it('serves the files of the folder, and the page at its other addresses', async () => {
  expect((await app.inject('/assets/main.js')).body).toBe('code')
  expect((await app.inject('/protocolos/12')).body).toBe('the page')
})

// proves 22.8
it('answers a page that is closed here with a 404, whatever follows its address', async () => {
  for (const url of ['/verificar', '/verificar/', '/verificar?codigo=2BQD-P154-XV8']) {
    expect([(await app.inject(url)).statusCode, url]).toEqual([404, url])
  }
  expect((await app.inject('/verificar-tudo')).statusCode).toBe(200)
})

it('serves a file as it was compressed in advance, at its own address alone', async () => {
  const reply = await app.inject({ url: '/assets/main.js', headers: { 'accept-encoding': 'br' } })
  expect(reply.body).toBe('compressed code')
  expect(reply.headers['content-encoding']).toBe('br')
  expect((await app.inject('/assets/main.js.br')).statusCode).toBe(404)
})

// proves V13.4.1
it.each([
  '/.env',
  '/assets/main.js.map',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets//../../package.json',
])('has nothing at %s', async (url) => {
  const reply = await app.inject(url)
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect(reply.body).not.toContain('secret')
})

// proves V13.4.1
it('has the page where the folder has no file, whatever is beside the folder', async () => {
  for (const url of ['/.git/config', '/server/src/main']) expect((await app.inject(url)).body).toBe('the page')
})

// proves V13.4.3
it.each(['/assets', '/assets/'])('lists no folder: %s', async (url) => {
  expect((await app.inject(url)).body).not.toContain('main.js')
})

it.each([
  ['a part beyond its end', { range: 'bytes=9999-' }],
  ['another version', { 'if-match': '"another"' }],
  ['the version of long ago', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
])('refuses %s of a file, as a request that makes no sense', async (_what, headers) => {
  for (const url of ['/assets/main.js', '/protocolos/12']) {
    const reply = await app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } })
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([400, undefined])
    expect(reply.json()).toEqual({ message: expect.stringMatching(/^[A-ZÀ-Ú]/), code: 'MALFORMED_BODY' })
  }
})
