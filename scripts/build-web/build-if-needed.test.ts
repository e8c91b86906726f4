import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeIntegrity } from './build-if-needed.ts'

// proves 18.46
it('writes the hash of every script, preload and style sheet into the page, and of nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'malote-integrity-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { 'boot.js': 'boot()', 'main.js': 'main()', 'part.js': 'part()', 'style.css': 'a {}' }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  writeFileSync(
    join(folder, 'index.html'),
    `<link rel="icon" href="/favicon.svg" /><link rel="preload" as="font" href="/a.woff2"><script src="/boot.js"></script>
    <script type="module" crossorigin src="/main.js"></script><link rel="modulepreload" crossorigin href="/part.js">
    <link rel="stylesheet" href="/style.css" /><a href="/page">x</a>`,
  )

  await writeIntegrity(folder)

  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
  for (const [name, content] of Object.entries(files))
    expect(html).toMatch(new RegExp(`"/${name}"[^>]* integrity="${hashOf(content).replace(/[+/]/g, '\\$&')}"`))
  expect(html.match(/integrity=/g)).toHaveLength(4)
})
