import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hrefOf, PrivacyPeriods } from './privacy-page.tsx'
import type { EntranceConfig } from './public-config.ts'

it('says for how many days something is kept, as people write numbers', () => {
  const config = { retention_audit_days: 1825, retention_people_days: 1 } as EntranceConfig
  const page = renderToStaticMarkup(<PrivacyPeriods config={config} />)
  expect(page).toContain('1.825 dias.')
  expect(page).toContain('1 dia depois da desativação')
})

describe('the contact', () => {
  // proves 18.83
  it.each([
    ['encarregado@prefeitura.sp.gov.br', 'mailto:encarregado@prefeitura.sp.gov.br'],
    ['https://prefeitura.sp.gov.br/lgpd', 'https://prefeitura.sp.gov.br/lgpd'],
    ['Sala 12, ramal 3040', null],
    ['javascript:alert(1)', null],
    ['javascript:alert(1)//a@b.c', null],
  ])('the officer’s contact %s leads to %s', (contact, href) => expect(hrefOf(contact)).toBe(href))
})
