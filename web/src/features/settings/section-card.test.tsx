import { IconCategory } from '@tabler/icons-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SectionCard } from './settings-layout.tsx'

// proves 2.12.1
it('announces a section that is not there yet, and does not lead to it', () => {
  const card = renderToStaticMarkup(
    <SectionCard
      title="Modelos"
      description="Textos prontos."
      icon={IconCategory}
      link={{ to: '/settings' }}
      isDisabled
    />,
  )
  expect(card).toContain('Em breve')
  expect(card).not.toContain('<a')
})
