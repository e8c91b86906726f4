import { AppError } from '@malote/core/shared/errors.ts'
import { describe, expect, it } from 'vitest'
import { ensureSpace } from '../../platform/files/free-space.ts'
import { multipart } from '../../test/client.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file } from '../../test/sample-files.ts'

const mebibyte = 1024 * 1024

describe('a form with files', () => {
  // proves 18.44, V2.4.1, V5.2.1
  it.each([
    ['a stranger', { 'content-length': '1000' }, 401, 'NOT_SIGNED_IN'],
    ['more than 25 files', { 'content-length': String(31 * mebibyte) }, 413, 'TOO_MANY_FILES'],
  ])('reads nothing of %s', async (_what, headers, status, code) => {
    const { app, sender, filesOnDisk, tokenOf } = await testOrganisation({ config: { UPLOAD_MAX_MB: 1 }, ownApp: true })
    const isStranger = status === 401
    // The body never ends: a response can come only from the headers.
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const token = isStranger ? 'nada' : await tokenOf(sender)
    const answer = await answerTo(address, { ...headers, authorization: `Bearer ${token}` })
    expect(answer).toContain(` ${status} `)
    expect(answer).toContain(code)
    expect(await filesOnDisk()).toEqual([])
  })

  // proves 18.44, V2.3.2
  it('counts what a person sends in a day, refused files too, and says when to go on', async () => {
    const { as, sender, recipient, form, filesOnDisk } = await testOrganisation({
      config: { UPLOAD_MAX_MB: 1, UPLOAD_DAILY_MB: 2 },
    })
    const send = (person: typeof sender, size: number) =>
      as(person).post('/api/protocols', multipart(form(), { attachment_0: file('a.txt', 'a'.repeat(size)) }))
    expect((await send(sender, 0.9 * mebibyte)).status).toBe(201)
    expect((await send(sender, 0.9 * mebibyte)).status).toBe(201)
    const refused = await send(sender, 0.9 * mebibyte)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_UPLOADS' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
    expect(await filesOnDisk()).toHaveLength(2)
    // A small one still fits, and others are not concerned.
    expect((await send(sender, 1000)).status).toBe(201)
    expect((await send(recipient, 1000)).status).not.toBe(429)
  })

  // proves 18.44
  it('takes no more fields than the largest form has', async () => {
    const { as, sender, form } = await testOrganisation()
    const extra = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`extra_${index}`, 'x']))
    const reply = await as(sender).post('/api/protocols', multipart({ ...form(), ...extra }))
    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } })
    expect((await as(sender).post('/api/protocols', multipart(form()))).status).toBe(201)
  })

  it('has 2 MiB for all its fields together', async () => {
    const { as, sender, form } = await testOrganisation()
    const half = 'x'.repeat(1.2 * mebibyte)
    const reply = await as(sender).post('/api/protocols', multipart({ ...form(), remarks: half, items: half }))
    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } })
  })
})

// proves 18.44
it('is refused while the disk is full', async () => {
  const disk = (free: number) => async () => ({ bavail: free / 4096, bsize: 4096 }) as never
  await expect(ensureSpace('/', 100 * mebibyte, disk(1024 * mebibyte))).resolves.toBeUndefined()
  await expect(ensureSpace('/', 900 * mebibyte, disk(1024 * mebibyte))).rejects.toThrow(AppError)
  await expect(ensureSpace('/', 1, disk(0))).rejects.toMatchObject({ code: 'STORAGE_FULL', kind: 'full' })
})

/** Sends the headers of a form and the beginning of a file, and nothing more. */
async function answerTo(address: string, headers: Record<string, string>): Promise<string> {
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ ...headers, Host: 'malote', 'Content-Type': 'multipart/form-data; boundary=b' })
  const part = '--b\r\nContent-Disposition: form-data; name="attachment_0"; filename="a.txt"\r\n\r\nabc'
  socket.write(
    `POST /api/protocols HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${part}`,
  )
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('"code"')) resolve(text)
    })
  })
  socket.destroy()
  return answer
}
