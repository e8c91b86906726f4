import './app/trusted-types.ts'
import './app/theme/index.css'
import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import classes from './app/app.module.css'
import { Entrance, loadFirstPage } from './app/entrance.tsx'
import { beginDocument, type Program, programOf, watchProgram } from './app/program.ts'
import { ThemeProvider } from './app/theme/theme-provider.tsx'
import { drafts } from './lib/drafts.ts'
import { refuseStrayFiles } from './lib/files.ts'
import { missingPart } from './lib/missing-part.ts'
import { session } from './lib/stored-session.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)
/** The program that is rendered; for the app, including the token of its session. */
let current: string | null = null

/** Renders the program that the address and the session call for, without a reload, e.g. after signing in. */
async function show() {
  const program = programOf()
  const next = program === 'app' ? `app ${session.get()?.token}` : program
  if (next === current) return
  // Content of an ended session must not stay on the screen.
  if (current?.startsWith('app')) root.render(<ProgramRoot>{null}</ProgramRoot>)
  current = next
  const drawn = await open[program]()
  if (next === current) startTransition(() => root.render(<ProgramRoot>{drawn}</ProgramRoot>))
}

/** Each program is loaded when it is needed; the entrance is part of this file, except for its pages. */
const open: Record<Program, () => ReactNode | Promise<ReactNode>> = {
  entrance: async () => {
    await loadFirstPage()
    return <Entrance onType={fetchApp} />
  },
  duty: async () => (await import('./app/duty.tsx')).duty,
  app: async () => (await loadApp()).openApp(),
}

/**
 * Evaluates the app's files one after the other, so that a slow processor can respond to input in between. They are
 * requested together (vite.config.ts).
 */
async function loadApp() {
  await import('@malote/core/items/item.wire.ts')
  await import('@malote/core/search/search-hits.ts')
  await import('./lib/query-client.ts')
  return import('./app/open-app.tsx')
}

/** Failures are ignored here: signing in, which needs these files, reports them. */
const fetchApp = () => void loadApp().catch(() => undefined)

beginDocument()
watchProgram(show)
// Not awaited, because the app's files import parts of this one. boot.js handles a failure.
void show()

/** Wraps each program in the theme, and says when a part of it could not be loaded. */
function ProgramRoot({ children }: { children: ReactNode }) {
  // Removes the prerendered HTML in the same frame in which the program renders; both look the same.
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  useEffect(refuseStrayFiles, [])
  return (
    <StrictMode>
      <ThemeProvider>
        {children}
        <MissingPartNotice />
      </ThemeProvider>
    </StrictMode>
  )
}

/** Part of the first bundle and without imports of its own to load, because those files may be gone. */
function MissingPartNotice() {
  const isMissing = useSyncExternalStore(missingPart.subscribe, missingPart.get)
  if (!isMissing) return null
  const reload = () => {
    drafts.keepAll()
    window.location.reload()
  }
  return (
    <div className={classes.notice} role="alert">
      <p>Uma parte do Malote não pôde ser carregada. Recarregue a página para continuar.</p>
      <div className="flex gap-8 at-end">
        <button type="button" className={classes.way} onClick={missingPart.dismiss}>
          Depois
        </button>
        <button type="button" className={classes.way} data-main onClick={reload}>
          Recarregar
        </button>
      </div>
    </div>
  )
}
