import { expect, it } from 'vitest'
import { missingFiles } from './named-files.ts'

const files = ['README.md', 'server/src/platform/http/auth.ts', 'server/src/platform/db/sql/days.sql']

it.each(['`server/src/platform/http/auth.ts`', '`http/auth.ts` and `auth.ts`', '`db/sql/days.sql`', '`README.md`'])(
  'a document may name %s',
  (document) => {
    expect(missingFiles(document, files)).toEqual([])
  },
)

it('names the files that do not exist, each once', () => {
  expect(missingFiles('`http/access.ts`, `th.ts`; `access.ts`\n`th.ts`', files)).toEqual([
    'http/access.ts',
    'th.ts',
    'access.ts',
  ])
})

it.each([
  'a placeholder: `<f>.queries.ts`, `features/items/…routes.ts`, `*.wire.ts`, `yyyyMMddThhmm-subject.ts`',
  'another program: `postgresql.conf`, `/etc/patroni/config.yml`',
  'an address: `/api/openapi.json`',
  'words in code: `npm test`, `request.viewer`',
  '```sh\nnode `gone.ts`\n```',
])('skips %s', (document) => {
  expect(missingFiles(document, files)).toEqual([])
})
