/** Programs that work on a production machine, without build and test tools; they are part of a release. */
export const productionPrograms = ['start', 'backup', 'restore', 'verify', 'doctor', 'move-files', 'upgrade']
