import { expect, it } from 'vitest'
import { hrefOf } from './privacy-contact.tsx'

// proves 18.83
it.each([
  ['encarregado@prefeitura.sp.gov.br', 'mailto:encarregado@prefeitura.sp.gov.br'],
  ['https://prefeitura.sp.gov.br/lgpd', 'https://prefeitura.sp.gov.br/lgpd'],
  ['Sala 12, ramal 3040', null],
  ['javascript:alert(1)', null],
  ['javascript:alert(1)//a@b.c', null],
])('the officer’s contact %s leads to %s', (contact, href) => expect(hrefOf(contact)).toBe(href))
