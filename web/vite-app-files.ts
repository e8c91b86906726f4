import type { Plugin } from 'vite'

/** The file that is evaluated first, and the one that imports all others, by the names of their chunks. */
const [first, last] = ['item-schemas', 'frame']

/**
 * Has the browser request all files of the app with the first that is evaluated. `main.tsx` evaluates them one after the
 * other, and would otherwise request them so as well. A top-level `await` in each file would do the same, but Safari
 * loads a module that waits wrongly when two others import it at once.
 */
export function appFiles(): Plugin {
  const files: string[] = []
  return {
    name: 'app-files',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (file, needed) =>
            file.includes(`/${first}-`) ? [...new Set([...needed, ...files])] : needed,
        },
      },
    }),
    generateBundle: {
      // Before Vite writes which files each import needs.
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.name === last) files.push(...chunk.imports, chunk.fileName)
        if (!files.some((file) => file.includes(`/${first}-`))) this.error(`${last} does not import ${first}`)
      },
    },
  }
}
