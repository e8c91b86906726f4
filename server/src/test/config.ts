import { join } from 'node:path'
import { inject } from 'vitest'
import { type Config, readConfig } from '../config.ts'

/** What a fresh installation would have, with addresses that a test can recognise; neither mail nor S3. */
export const testConfig = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({
    APP_URL: 'https://malote.test',
    DATA_DIR: join(inject('testFolder'), 'data'),
    ORG_NAME: 'Prefeitura de Teste',
    SUPPORT_EMAIL: 'suporte@malote.test',
    SUPPORT_PHONE: '(11) 4000-0000',
  }),
  ...changes,
})
