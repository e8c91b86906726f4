import { join } from 'node:path'
import { inject } from 'vitest'
import { type Config, readConfig } from '../platform/settings/config.ts'

/** The settings of a new installation, with recognisable addresses; neither mail nor S3. */
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
