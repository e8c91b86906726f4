import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useTheme } from '../../ui/use-theme.ts'
import { useSession } from './session.tsx'

// The session module adds a `storage` listener when it is loaded.
vi.hoisted(() => vi.stubGlobal('window', { addEventListener: () => undefined }))

const WithoutSession = () => useSession().user?.name
const WithoutTheme = () => useTheme().theme

// proves 8.16
it.each([
  ['session', WithoutSession],
  ['theme', WithoutTheme],
])('the %s outside of its provider is a mistake of the developer', (_, Lost) => {
  expect(() => renderToStaticMarkup(<Lost />)).toThrow(/Provider/)
})
