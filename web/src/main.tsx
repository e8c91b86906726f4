import './app/theme/index.css'

/** The parts of the app, in the order of their needs. What only one page needs comes with that page. */
const parts = [
  () => import('react-dom/client'),
  () => import('./app/theme/theme-provider.tsx'),
  () => import('./routeTree.gen.ts'),
]

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Each is evaluated in a task of its own: on a slow processor the browser can answer in between.
for (const load of parts) {
  await load()
  await new Promise((resolve) => setTimeout(resolve))
}
const { drawFirstPage } = await import('./app/first-page.tsx')
await drawFirstPage(root)
