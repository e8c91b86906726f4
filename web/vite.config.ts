import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunks } from './vite-chunks.ts'

const api = 'http://127.0.0.1:5000'

/** The same for a sheet whether it is imported for its classes or as text, and in every checkout. */
const shortHash = (file: string) =>
  createHash('sha256')
    .update(relative(import.meta.dirname, file.replace(/\?.*/, '')))
    .digest('base64url')
    .slice(0, 4)

/**
 * Each schema of Zod brings its way to JSON Schema along, 4 kB of every first visit. Only the server asks for it, for
 * its OpenAPI document: here the same names throw. If an upgrade moves them, a first visit weighs more, and is tested.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `${name}=absent`)
      return `const absent=()=>{throw new Error('JSON Schema')};export const ${names};${code.match(/^export {.*/gm) ?? ''}`
    },
  },
}

export default defineConfig({
  plugins: [react(), appFiles(), withoutJsonSchema],
  server: {
    proxy: {
      '/api': api,
      '/notifications': api,
      '/feedback': api,
      '/suggestions': api,
      '/healthz': api,
    },
  },
  // Shorter than the default names: the scripts of a first visit carry them, too.
  css: { modules: { generateScopedName: (name, file) => `${name}_${shortHash(file)}` } },
  build: {
    target: 'es2023',
    // One CSS file, because the prerendered HTML needs the styles of the frame and the sign-in before any script runs.
    cssCodeSplit: false,
    // Every browser that understands the target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})

/** The file that is evaluated first, and the one that imports all others, by the names of their chunks. */
const [first, last] = ['item-schemas', 'frame']

/**
 * Has the browser request all files of the app with the first that is evaluated. `main.tsx` evaluates them one after the
 * other, and would otherwise request them so as well. A top-level `await` in each file would do the same, but Safari
 * loads a module that waits wrongly when two others import it at once.
 */
function appFiles(): Plugin {
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
