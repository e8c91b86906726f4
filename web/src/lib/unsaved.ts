const forms = new Set<() => void>()

/** The open forms with changes, for whoever is about to leave all of them. */
export const unsaved = {
  /** @param giveUp what a form does when its changes are given up */
  add(giveUp: () => void) {
    forms.add(giveUp)
    return () => {
      forms.delete(giveUp)
    }
  },

  isAny: () => forms.size > 0,

  giveUp() {
    for (const giveUp of forms) giveUp()
  },
}
