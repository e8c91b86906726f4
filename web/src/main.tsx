import './app/theme/index.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadApp } from './app/load-app.ts'
import { type Program, programOf, watchProgram } from './app/program.ts'
import { Stage } from './app/stage.tsx'
import { Entrance } from './features/auth/entrance.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)
let current: Program | null = null

/** Draws the program that the address and the session call for; after a sign-in in the same document, without a reload. */
async function show() {
  const program = programOf()
  if (program === current) return
  // Nothing of a session that has ended stays on the screen.
  if (current === 'app') root.render(<Stage>{null}</Stage>)
  current = program
  const drawn = program === 'app' ? await openApp() : <Entrance onType={fetchApp} />
  if (program === current) startTransition(() => root.render(<Stage>{drawn}</Stage>))
}

const openApp = async () => (await loadApp()).openApp()

/** When its files cannot be had, the sign-in that needs them says so. */
const fetchApp = () => void loadApp().catch(() => undefined)

watchProgram(show)
// Not awaited: the app's files import parts of this one. boot.js hears of a failure.
void show()
