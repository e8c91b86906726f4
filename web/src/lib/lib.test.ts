import { userEditWire } from '@malote/core/users/user.wire.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { highlighted } from '../domain/protocols/match-line.tsx'
import { completeDay, typedDay } from '../ui/fields/date-field.tsx'
import { allPages } from './all-pages.ts'
import { ApiError } from './api-error.ts'
import { changedByOthers, isByOthers } from './changed-by-others.ts'
import { titledPage } from './file-tab.ts'
import { showFieldErrors } from './form-errors.ts'
import {
  counted,
  formatBytes,
  formatDate,
  formatDateAtTime,
  formatDateTime,
  formatDay,
  formatNumber,
} from './format.ts'
import { createQueryClient, staleTime } from './query-client.ts'
import { isServerReachable, noteFailure, watchServer } from './server-reachability.ts'

describe('all pages', () => {
  const pages = [[1, 2, 3], [4, 5, 6], [7]]
  const load = async (page: number) => ({ data: pages[page - 1] ?? [], meta: { lastPage: pages.length } })

  it.each([
    [100, [1, 2, 3, 4, 5, 6, 7]],
    [5, [1, 2, 3, 4, 5]],
    [3, [1, 2, 3]],
  ])('reads up to %i rows of all pages', async (limit, rows) => expect(await allPages(load, limit)).toEqual(rows))
})

describe('changed by others', () => {
  const page = (...ids: number[]) => ({ data: ids.map((id) => ({ id })), meta: { total: ids.length } })

  it('knows which answer, and which list in it, took the place of which because of others', () => {
    const [first, second, third] = [page(1), page(2, 1), page(3, 2, 1)]
    changedByOthers(first, second)
    expect(isByOthers(first, second)).toBe(true)
    expect(isByOthers(first.data, second.data)).toBe(true)
    changedByOthers(second, third)
    expect(isByOthers(second.data, third.data)).toBe(true)
  })

  it('does not take an answer for news that was there before, or that somebody asked for', () => {
    const [first, second, other] = [page(1), page(2), page(3)]
    changedByOthers(first, second)
    expect(isByOthers(other.data, second.data)).toBe(false) // another page of the list, cached
    expect(isByOthers(first, other)).toBe(false)
    expect(isByOthers(undefined, second)).toBe(false)
    changedByOthers(second, second)
    expect(isByOthers(second, second)).toBe(false)
    changedByOthers(undefined, null)
  })
})

describe('form errors', () => {
  it('puts the sentences of the server under the fields they are about, and leads to the first', () => {
    const setError = vi.fn()
    const error = new ApiError(400, 'Dados inválidos', { errors: { uname: 'Nome em uso', uemail: 'E-mail em uso' } })
    expect(showFieldErrors(error, userEditWire, setError)).toBe(true)
    expect(setError.mock.calls).toEqual([
      ['name', { message: 'Nome em uso' }, { shouldFocus: true }],
      ['email', { message: 'E-mail em uso' }, { shouldFocus: false }],
    ])
  })

  it.each([new ApiError(409, 'Já existe'), new TypeError('failed')])('has nothing to show for %s', (error) => {
    expect(showFieldErrors(error, userEditWire, vi.fn())).toBe(false)
  })
})

describe('format', () => {
  // proves 9.8
  describe('dates', () => {
    const lateEvening = '2026-11-21T01:30:00.000Z'

    // proves 2.6.5
    it('shows the day and hour of the organisation, not of UTC', () => {
      expect(formatDateTime(lateEvening)).toBe('20/11/2026 22:30')
      expect(formatDateAtTime(lateEvening)).toBe('20/11/2026 às 22:30')
      expect(formatDate(lateEvening, 'UTC')).toBe('21/11/2026')
    })

    it('has the zone of the last visit before the server says it', async () => {
      vi.stubGlobal('localStorage', { getItem: () => 'America/Rio_Branco' })
      vi.resetModules()
      onTestFinished(() => void vi.resetModules())
      const { formatTime } = await import('./format.ts')
      expect(formatTime(lateEvening)).toBe('20:30')
    })

    it('keeps the day of a civil date', () => expect(formatDate('2026-11-01')).toBe('01/11/2026'))

    it('leaves out the year of today, whatever marks the browser puts around a date', () => {
      vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(
        () => '\u200e20/11/2026\u200e',
      )
      expect(formatDay(lateEvening, '2026-12-01')).toBe('20/11')
      expect(formatDay(lateEvening, '2027-01-01')).toBe('20/11/2026')
    })

    it.each([null, undefined, '', 'talvez'])('shows nothing for %s', (value) => {
      expect(formatDate(value)).toBe('')
      expect(formatDateAtTime(value)).toBe('')
    })
  })

  it.each([
    [820, '820 bytes'],
    [14_200, '14 kB'],
    [2_400_000, '2,4 MB'],
  ])('%d bytes read %s', (bytes, expected) => expect(formatBytes(bytes)).toBe(expected))

  it.each([
    [0, '0'],
    [-7, '-7'],
    [999, '999'],
    [1000, '1.000'],
    [-12_345, '-12.345'],
    [4.5, '4,5'],
  ])('%d reads %s', (value, expected) => expect(formatNumber(value)).toBe(expected))

  it('counts in words', () => {
    expect(counted(1, 'item', 'itens')).toBe('1 item')
    expect(counted(1200, 'item', 'itens')).toBe('1.200 itens')
  })
})

describe('highlight', () => {
  const marked = (text: string, search: string) =>
    highlighted(text, search)
      .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
      .join('')

  // proves 17.71
  it.each([
    ['pasta da Maria Souza', 'maria', 'pasta da [Maria] Souza'],
    ['Cartório de São José', 'sao jose', 'Cartório de [São] [José]'],
    ['Cartório de Sa\u0303o José', 'SÃO', 'Cartório de [São] José'],
    ['Contrato, contratos', 'contrato', '[Contrato], [contrato]s'],
    ['Nota 77', '#77', 'Nota [77]'],
    ['a casa', 'a', 'a casa'],
    ['', 'x', ''],
    ['Ofício', 'outra', 'Ofício'],
    ['a.b', '.*', 'a.b'],
  ])('%j, searched for %j', (text, search, result) => {
    expect(marked(text, search)).toBe(result)
  })

  it('loses no letter of the text', () => {
    const text = 'ﬁel à ß, İstanbul 😀 pasta'
    expect(
      highlighted(text, 'pasta istanbul')
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text.normalize('NFC'))
  })
})

describe('missing part', () => {
  it('is told and never reloads the page where the browser keeps nothing', async () => {
    // The module listens at the window that it finds when it is loaded.
    vi.resetModules()
    onTestFinished(() => void vi.resetModules())
    vi.spyOn(console, 'warn').mockReturnValue()
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    const reload = vi.fn()
    vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }))
    vi.stubGlobal('fetch', async () => new Response())
    const { missingPart, reloadOnce } = await import('./missing-part.ts')

    const error = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    expect(missingPart.get()).toBe(true)

    await reloadOnce()
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('query client', () => {
  const minutes = (count: number) => count * 60_000

  // proves 9.14
  it('keeps answers as long as the contract says, and asks again for no window that comes back', () => {
    expect(staleTime).toEqual({ lookups: minutes(30), lists: minutes(5), tracking: minutes(2) })
    const { queries } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({ staleTime: minutes(5), refetchOnWindowFocus: false })
  })

  // proves 17.77
  it('fetches again what failed, when the network is back', () => {
    const { queries } = createQueryClient().getDefaultOptions()
    const onReconnect = queries?.refetchOnReconnect as (query: { state: { status: string } }) => unknown
    expect(onReconnect({ state: { status: 'error' } })).toBe('always')
    expect(onReconnect({ state: { status: 'success' } })).toBe(true) // only if it has become old
  })

  // proves 9.15
  it('asks once more when an answer fails', () => {
    const retry = createQueryClient().getDefaultOptions().queries?.retry as (
      failures: number,
      error: unknown,
    ) => boolean
    expect([0, 1, 2].map((failures) => retry(failures, new Error('sem rede')))).toEqual([true, false, false])
  })
})

describe('reach', () => {
  /** A server that answers only after so many calls. */
  function serverAfter(count: number) {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { onLine: true })
    let calls = 0
    const onBack = vi.fn()
    const stop = watchServer(async () => {
      calls += 1
      if (calls <= count) throw new Error('away')
    }, onBack)
    return { calls: () => calls, onBack, stop }
  }

  // proves 19.15
  it.each([
    [0, null],
    [502, null],
    [503, 'UNAVAILABLE'],
    [504, null],
  ])('tries until the server responds after a call with status %i', async (status, code) => {
    const { calls, onBack, stop } = serverAfter(3)
    noteFailure(new ApiError(status, '', { code }))
    noteFailure(new ApiError(status, '', { code }))
    await vi.advanceTimersByTimeAsync(0)
    expect([calls(), isServerReachable.get()]).toEqual([1, false])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([calls(), isServerReachable.get()]).toEqual([4, true])
    expect(onBack).toHaveBeenCalledOnce()
    stop()
  })

  // proves 19.15
  it('shows nothing when only one call got lost, and asks nobody after a refusal', async () => {
    const { calls, onBack, stop } = serverAfter(0)
    for (const [status, code] of [
      [400, 'INVALID_INPUT'],
      [500, null],
      [503, 'OVERLOADED'],
      [503, 'SCAN_UNAVAILABLE'],
    ] as const) {
      noteFailure(new ApiError(status, '', { code }))
    }
    expect(calls()).toBe(0)
    noteFailure(new ApiError(0, ''))
    await vi.advanceTimersByTimeAsync(5_000)
    expect([calls(), isServerReachable.get()]).toEqual([1, true])
    expect(onBack).not.toHaveBeenCalled()
    stop()
  })
})

describe('typed date', () => {
  describe('a typed day', () => {
    it.each([
      ['27/11/2026', '2026-11-27'],
      ['5/3/26', '2026-03-05'],
      ['05032026', '2026-03-05'],
      ['050326', '2026-03-05'],
      ['5.3.2026', '2026-03-05'],
      ['5-3-2026', '2026-03-05'],
      ['  27 11 2026 ', '2026-11-27'],
      ['2026-11-27', '2026-11-27'],
      ['29/02/2028', '2028-02-29'],
      ['29/02/2026', null],
      ['31/4/26', null],
      ['11/27/2026', null],
      ['27/11/0202', null],
      ['27/11', null],
      ['amanhã', null],
      ['', null],
    ])('%j is %s', (text, day) => expect(typedDay(text)).toBe(day))
  })

  describe('while it is typed', () => {
    it.each([
      ['27/11/2', null],
      ['27/11/20', null],
      ['27/11/202', null],
      ['27/11/2026', '2026-11-27'],
      ['050320', null],
      ['05032026', '2026-03-05'],
      ['2026-11-2', null],
      ['2026-11-27', '2026-11-27'],
    ])('%j counts as %s', (text, day) => expect(completeDay(text)).toBe(day))
  })
})

describe('the tab of a file', () => {
  it.each([
    ['text/plain; charset=windows-1252', Uint8Array.from([0x3c, 0xe7, 0x3e]), '<pre>&#60;ç&#62;</pre>'],
    ['text/plain', Uint8Array.from([0x61]), '<pre>a</pre>'],
    ['image/png', new Uint8Array(), '<img src="blob:1" alt="a&#34;b.png">'],
  ])('of %s has its name as the title', async (type, bytes, body) => {
    const page = await titledPage(new Blob([bytes], { type }), 'a"b.png', 'blob:1')
    expect(page).toContain('<title>a&#34;b.png</title>')
    expect(page).toContain(body)
  })

  it('of a PDF is its viewer', async () => {
    expect(await titledPage(new Blob([], { type: 'application/pdf' }), 'a.pdf', 'blob:1')).toBeNull()
  })
})
