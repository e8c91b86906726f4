import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appFiles } from './vite-app-files.ts'
import { chunks } from './vite-chunks.ts'

const api = 'http://127.0.0.1:5000'

/** The same for a sheet whether it is imported for its classes or as text, and in every checkout. */
const shortHash = (file: string) =>
  createHash('sha256')
    .update(relative(import.meta.dirname, file.replace(/\?.*/, '')))
    .digest('base64url')
    .slice(0, 4)

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }), react(), appFiles()],
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
