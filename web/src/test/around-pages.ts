import { configure, getConfig } from '@testing-library/dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { queryClient } from '../app/queries.ts'
import { noted, uploadBy } from './fake-server.ts'
import { close, server } from './page.ts'

configure({
  // A search ends as soon as it finds. The default of one second would test the machine's speed.
  asyncUtilTimeout: 60_000,
  getElementError(message) {
    const [reason] = (message ?? '').split('\n')
    // While it waits the library makes an error at every look; only the last is read.
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean
    }
    const error = new Error(isWaiting ? reason : `${reason}\nThe page: ${document.body.innerText}`)
    // By this name the library knows that it may show the line of the test.
    return Object.assign(error, { name: 'TestingLibraryElementError' })
  },
})

globalThis.fetch = ((...call: Parameters<typeof server.fetch>) => server.fetch(...call)) as typeof fetch
globalThis.XMLHttpRequest = uploadBy(globalThis.fetch) as never

// What fails is asked for again after a second, which was most of the time of a test that sees it fail.
const { queries, ...others } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })

beforeEach(() => {
  noted.unexpected.clear()
  noted.failures.clear()
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(async () => {
  const logged = vi.mocked(console.error).mock.calls.map((parts) => parts.join(' '))
  const isKnown = (text: string) => [...noted.failures].some((failure) => text.startsWith(failure))
  const errors = logged.filter((text) => !isKnown(text))
  await close()
  expect({ errors, unexpected: [...noted.unexpected] }).toEqual({ errors: [], unexpected: [] })
})
