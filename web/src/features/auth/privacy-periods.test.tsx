import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PrivacyPeriods } from './privacy-periods.tsx'
import type { EntranceConfig } from './public-config.ts'

it('says for how many days something is kept, as people write numbers', () => {
  const config = { retention_audit_days: 1825, retention_people_days: 1 } as EntranceConfig
  const page = renderToStaticMarkup(<PrivacyPeriods config={config} />)
  expect(page).toContain('1.825 dias.')
  expect(page).toContain('1 dia depois da desativação')
})
