import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedFiles } from './vite-chunks.ts'
import { preloadFirstPaint } from './vite-preload.ts'

const api = 'http://127.0.0.1:5000'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders, too: they bring the codecs of the API, which the sign-in page must not wait for.
      codeSplittingOptions: { defaultBehavior: [['component'], ['loader'], ['errorComponent'], ['notFoundComponent']] },
      quoteStyle: 'single',
    }),
    react(),
    preloadFirstPaint,
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
  build: {
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: sharedFiles,
        },
      },
    },
  },
})
