import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Segments } from '../segments.tsx'
import { Spoken } from '../spoken.tsx'
import classes from './table.module.css'

interface PaginationProps {
  page: number
  lastPage: number
  perPage: number
  total: number
  onChange: (page: number) => void
  /** Offers the page sizes, where the list has several. */
  sizes?: PageSizes
}

/** Shows the range of rows and the page links; renders nothing if the smallest page holds all rows. */
export function Pagination({ page, lastPage, perPage, total, onChange, sizes }: PaginationProps) {
  const nav = useRef<HTMLElement>(null)
  useKeptFocus(nav, page)
  const isOnePage = total === 0 || lastPage <= 1
  const size = sizes && total > (sizes.all[0] ?? perPage) && <PageSize {...sizes} />
  if (isOnePage) return size ? <div className={classes.pagination}>{size}</div> : null
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  return (
    <div className={classes.pagination}>
      <div className={classes.range}>
        <Spoken className="soft">
          Mostrando {formatNumber(first)} a {formatNumber(last)} de {formatNumber(total)} resultados
        </Spoken>
        {size}
      </div>
      <nav ref={nav} aria-label="Paginação" className={classes.pages}>
        <PageTarget onChange={onChange} page={page - 1} isDisabled={page <= 1}>
          <IconChevronLeft size={16} aria-hidden /> Anterior
        </PageTarget>
        <span className={classes.numbers}>
          {pageNumbers(page, lastPage).map((number) =>
            typeof number === 'number' ? (
              <PageTarget key={number} onChange={onChange} page={number} isCurrent={number === page}>
                {formatNumber(number)}
              </PageTarget>
            ) : (
              <span key={number} className={classes.gap} aria-hidden>
                …
              </span>
            ),
          )}
        </span>
        <PageTarget onChange={onChange} page={page + 1} isDisabled={page >= lastPage}>
          Próxima <IconChevronRight size={16} aria-hidden />
        </PageTarget>
      </nav>
    </div>
  )
}

/** On the first and the last page the pressed button is disabled or unmounts; focuses the current page then. */
function useKeptFocus(nav: RefObject<HTMLElement | null>, page: number) {
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    const active = document.activeElement
    // A button that was disabled while pressed keeps the focus briefly.
    if (active !== document.body && !active?.matches(':disabled')) return
    nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
  }, [nav, page])
}

interface PageTargetProps extends Pick<PaginationProps, 'onChange'> {
  page: number
  isCurrent?: boolean
  isDisabled?: boolean
  children: ReactNode
}

function PageTarget({ page, onChange, isCurrent = false, isDisabled = false, children }: PageTargetProps) {
  return (
    <button
      type="button"
      className={classes.paginationTarget}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isDisabled}
      onClick={() => onChange(page)}
    >
      {children}
    </button>
  )
}

interface PageSizes {
  /** In ascending order. */
  all: readonly number[]
  chosen: number
  onChange: (size: number) => void
}

/** How many rows a page has. */
function PageSize({ all, chosen, onChange }: PageSizes) {
  const id = useId()
  return (
    <div className={classes.size}>
      <span id={id}>Por página</span>
      <Segments
        aria-labelledby={id}
        isSmall
        data={all.map((size) => ({ value: String(size), label: size }))}
        value={String(chosen)}
        onChange={(size) => onChange(Number(size))}
      />
    </div>
  )
}

type PageNumber = number | 'gap-before' | 'gap-after'

/**
 * The page numbers to show: at most `count`, always with the first and the last, and with gaps for omitted pages
 * (contract 9.13).
 */
export function pageNumbers(current: number, last: number, count = 5): PageNumber[] {
  if (last <= count) return span(1, last)
  const atEnd = count - 1
  const middle = count - 2
  if (current < atEnd) return [...span(1, atEnd), 'gap-after', last]
  if (current > last - middle) return [1, 'gap-before', ...span(last - atEnd + 1, last)]
  const start = current - Math.floor(middle / 2)
  return [1, 'gap-before', ...span(start, start + middle - 1), 'gap-after', last]
}

const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/**
 * Navigates to the last page when the requested one does not exist, because its last row was deleted or the link is
 * old.
 *
 * @param lastPage undefined while it is unknown
 */
export function useExistingPage(page: number, lastPage: number | undefined, goTo: (page: number) => void) {
  const goToLast = useEffectEvent(goTo)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) goToLast(lastPage)
  }, [page, lastPage])
}
