const forms = new Set<() => void>()

/** The open forms with unsaved changes, for actions that leave all of them, such as signing out. */
export const unsaved = {
  /** @param giveUp called when the form's changes are discarded */
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
