import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

/** Screens that also notify about something other than an outcome. */
const otherWords: Record<string, string> = {
  'features/help/suggestion-card.tsx': 'fields that are missing, before anything is sent',
  'features/reports/reports-page.tsx': 'that the export begins',
}

async function screens() {
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(source, file), 'utf8') })))
}

// React Query drops the callbacks of `mutate` when the component unmounts, and code after an awaited `mutateAsync` acts
// on a screen that the user has left.
it('no screen tells by itself what became of what it sent', async () => {
  const sending = (await screens()).filter(({ text }) => /\buse(Mutation|DraftedMutation|FormDialog)\(/.test(text))
  const telling = sending.filter(({ text }) => /\bnotify(Success|Error)\b|\bmutateAsync\b/.test(text))
  expect(telling.map(({ file }) => file).sort()).toEqual(Object.keys(otherWords))
})
