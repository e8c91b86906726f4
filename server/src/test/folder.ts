import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A new, empty folder. Removed at the end of the run, even if the test was killed. */
export const testFolder = (name = 'test-'): string => mkdtempSync(join(inject('testFolder'), name))
