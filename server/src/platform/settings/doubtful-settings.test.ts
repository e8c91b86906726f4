import { expect, it } from 'vitest'
import { doubtfulSettings } from './doubtful-settings.ts'

// proves 18.29, V12.1.1, V12.1.2, V12.2.1, V12.2.2
it.each([
  ['https://malote.exemplo.com.br', false, 1],
  ['https://malote.exemplo.com.br', '10.0.0.1', 0],
  ['https://malote.exemplo.com.br', true, 0],
  ['http://localhost:5000', false, 0],
])('of %s behind the proxy %s the start says %i sentences', (APP_URL, TRUST_PROXY, count) => {
  const sentences = doubtfulSettings({ APP_URL, TRUST_PROXY, BACKUP_BUCKET: undefined, BACKUP_KEY: undefined })
  expect(sentences).toHaveLength(count)
  for (const sentence of sentences) expect(sentence).toContain('TRUST_PROXY')
})

it('of backups that leave the house unencrypted the start says a sentence', () => {
  const settings = { APP_URL: 'http://localhost:5000', TRUST_PROXY: false, BACKUP_BUCKET: 'copias' } as const
  expect(doubtfulSettings({ ...settings, BACKUP_KEY: undefined })[0]).toContain('BACKUP_KEY')
  expect(doubtfulSettings({ ...settings, BACKUP_KEY: 'x'.repeat(32) })).toEqual([])
})

it('of backups that leave the house unencrypted the start says a sentence', () => {
  const settings = { APP_URL: 'http://localhost:5000', TRUST_PROXY: false, BACKUP_BUCKET: 'copias' } as const
  expect(doubtfulSettings({ ...settings, BACKUP_KEY: undefined })[0]).toContain('BACKUP_KEY')
  expect(doubtfulSettings({ ...settings, BACKUP_KEY: 'x'.repeat(32) })).toEqual([])
})
