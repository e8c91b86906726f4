import { builtinEnvironments, type Environment } from 'vitest/runtime'

const dom = builtinEnvironments['happy-dom']

/** The DOM stays until its process ends: what the app does a moment later must not meet a document that is gone. */
export default {
  ...dom,
  async setup(global, options) {
    await dom.setup(global, options)
    return { teardown() {} }
  },
} satisfies Environment
