import type { HelpSectionKey } from '@malote/core/help/help-section.ts'
import { driver, type PopoverDOM } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tour.css'
import { tours } from './tours.ts'

/** Highlights the parts of the current screen one after the other; Esc ends the tour. */
export async function startTour(section: HelpSectionKey): Promise<void> {
  await isDrawn('main h1')
  const stops = tours[section]
  driver({
    steps: stops.map(({ target, title, text }) => ({ element: target, popover: { title, description: text } })),
    showProgress: true,
    progressText: '{{current}} de {{total}}',
    nextBtnText: 'Próximo',
    prevBtnText: 'Anterior',
    doneBtnText: 'Concluir',
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    smoothScroll: false,
    onPopoverRender: inPortuguese,
  }).drive()
}

/** The library labels its close button in English. */
function inPortuguese({ closeButton }: PopoverDOM) {
  closeButton.setAttribute('aria-label', 'Encerrar visita guiada')
}

/** Resolves when the new screen has rendered the element, at the latest after two seconds. */
function isDrawn(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = performance.now() + 2000
    const look = () => {
      if (document.querySelector(selector) || performance.now() > giveUp) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })
}
