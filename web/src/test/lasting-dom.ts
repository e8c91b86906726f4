import { builtinEnvironments, type Environment } from 'vitest/runtime'

const dom = builtinEnvironments['happy-dom']

/** Layout is proved in a browser: here nothing changes its size, and nothing moves on its way. */
class Unobserving {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const matchMedia = (media: string) =>
  Object.assign(new EventTarget(), { media, matches: media === '(prefers-reduced-motion: reduce)' })

/** The DOM that all page tests of a process share, as they share the app. */
export default {
  ...dom,
  async setup(global, options) {
    await dom.setup(global, options)
    const { document, window, HTMLElement, DOMRect } = global
    document.body.innerHTML = '<div id="root"></div>'
    Object.assign(window, { matchMedia, ResizeObserver: Unobserving, IntersectionObserver: Unobserving })
    Object.defineProperty(document, 'fonts', { value: new EventTarget() })
    // Mantine hides what hangs on a button that is out of sight: every element is in sight.
    const place = { getBoundingClientRect: () => new DOMRect(0, 0, 100, 20), scrollIntoView() {} }
    Object.assign(HTMLElement.prototype, place)
    Object.defineProperties(HTMLElement.prototype, { clientWidth: { value: 1024 }, clientHeight: { value: 768 } })
    // No style sheet is loaded: what an element has itself is all that it has. To compute it took a third of the time.
    window.getComputedStyle = ({ style }: { style: CSSStyleDeclaration }) => style
    // It stays until the process ends: what the app does a moment later must not meet a document that is gone.
    return { teardown() {} }
  },
} satisfies Environment
