import './app/theme/index.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadApp } from './app/load-app.ts'
import { programOf, watchProgram } from './app/program.ts'
import { Stage } from './app/stage.tsx'
import { Entrance } from './features/auth/entrance.tsx'
import { session } from './lib/stored-session.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)
/** The program on the screen; of the app also whose session it is in. */
let current: string | null = null

/** Draws the program that the address and the session call for; after a sign-in in the same document, without a reload. */
async function show() {
  const program = programOf()
  const next = program === 'app' ? `app ${session.get()?.token}` : program
  if (next === current) return
  // Nothing of a session that has ended stays on the screen.
  if (current?.startsWith('app')) root.render(<Stage>{null}</Stage>)
  current = next
  const drawn = program === 'app' ? await openApp() : <Entrance onType={fetchApp} />
  if (next === current) startTransition(() => root.render(<Stage>{drawn}</Stage>))
}

const openApp = async () => (await loadApp()).openApp()

/** When its files cannot be had, the sign-in that needs them says so. */
const fetchApp = () => void loadApp().catch(() => undefined)

watchProgram(show)
// Not awaited: the app's files import parts of this one. boot.js hears of a failure.
void show()
