import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appFiles } from './vite-app-files.ts'
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
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    appFiles(),
    withoutJsonSchema,
  ],
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
