/** Where the toasts are: at the bottom, or in the middle below the top bar. */
export type ToastPlace = 'end' | 'center' | 'start' | 'top'

/** In the order of preference. */
const places: readonly ToastPlace[] = ['end', 'center', 'start', 'top']

const pressable = 'a[href], button, input, select, textarea, [role="button"], [role="switch"]'

/**
 * The first place where toasts cover nothing that can be pressed, else the one where they cover the least. While a
 * dialog is open, only its own buttons count, because the page behind it cannot be pressed.
 *
 * @param toaster is moved to each place to be measured, all before the next frame
 */
export function freePlace(toaster: HTMLElement): ToastPlace {
  const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal="true"]')
  const page = [...dialogs].at(-1) ?? document.body
  const targets = [...page.querySelectorAll(pressable)]
    .filter((target) => !toaster.contains(target))
    .map((target) => target.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  const before = toaster.dataset.place
  const covered = places.map((place) => {
    toaster.dataset.place = place
    const own = toaster.getBoundingClientRect()
    return { place, count: targets.filter((target) => overlap(own, target)).length }
  })
  toaster.dataset.place = before
  const least = Math.min(...covered.map(({ count }) => count))
  return covered.find(({ count }) => count === least)?.place ?? 'end'
}

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
