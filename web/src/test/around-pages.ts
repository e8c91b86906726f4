import { configure } from '@testing-library/dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { noted } from './fake-server.ts'
import { close, server } from './page.ts'

// A search ends as soon as it finds. The default of one second would test the machine's speed.
configure({ asyncUtilTimeout: 10_000 })

const root = document.createElement('div')
root.id = 'root'
document.body.append(root)

/** Layout is proved in a browser: here nothing changes its size, and nothing moves on its way. */
class Unobserving {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const matchMedia = (media: string) =>
  Object.assign(new EventTarget(), { media, matches: media === '(prefers-reduced-motion: reduce)' })
Object.assign(window, { matchMedia, ResizeObserver: Unobserving, IntersectionObserver: Unobserving, scrollTo: vi.fn() })
Element.prototype.scrollIntoView = () => {}
// Mantine hides what hangs on a button that is out of sight: every element is in sight.
HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
Object.defineProperties(HTMLElement.prototype, { clientWidth: { value: 1024 }, clientHeight: { value: 768 } })
globalThis.fetch = ((...call: Parameters<typeof server.fetch>) => server.fetch(...call)) as typeof fetch

beforeEach(() => {
  noted.unexpected.clear()
  noted.failures.clear()
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(async () => {
  const logged = vi.mocked(console.error).mock.calls.map((parts) => parts.join(' '))
  const isKnown = (text: string) => [...noted.failures].some((failure) => text.startsWith(failure))
  const errors = logged.filter((text) => !isKnown(text))
  await close()
  expect({ errors, unexpected: [...noted.unexpected] }).toEqual({ errors: [], unexpected: [] })
})
