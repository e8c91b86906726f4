import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Footer } from './footer.tsx'

// proves 2.2.7
it('says the year and whose the system is', () => {
  const words = renderToStaticMarkup(<Footer />).replace(/<[^>]+>/g, '')
  expect(words).toContain(String(new Date().getFullYear()))
  expect(words).toContain('Sistema de Gestão de Protocolos. Todos os direitos reservados.')
})
