import { categoriesFor } from '@malote/core/protocols/return-requirement.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import { cnpjIn, normaliseCnpj } from '@malote/core/suppliers/cnpj.ts'
import { mostSuppliersFound } from '@malote/core/suppliers/supplier.ts'
import { Button } from '@mantine/core'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { categoriesQuery, departmentUsersQuery, itemTypesQuery } from '../../../domain/catalogs/catalogs.api.ts'
import { SupplierSelect } from '../../../domain/catalogs/supplier-select.tsx'
import { supplierChoice, supplierSearchQuery } from '../../../domain/catalogs/suppliers.api.ts'
import { counted, formatNumber } from '../../../lib/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { Choice } from '../../../ui/fields/combobox-field.tsx'
import { optionsOf, SearchableSelect } from '../../../ui/fields/searchable-select.tsx'
import { type ChoiceField, type ItemForm, openNames } from '../form/item-form.ts'
import classes from './new-protocol.module.css'
import type { NewItemsForm } from './use-new-items.ts'

interface OpenName {
  field: ChoiceField
  name: string
  /** How many items have it. */
  count: number
  /** Its list contains it more than once. */
  isAmbiguous: boolean
}

/** Further names are shown once these are settled. */
const mostShown = 8

const fieldWords: Record<ChoiceField, string> = {
  itemTypeId: 'Tipo de item',
  categoryId: 'Categoria',
  supplierId: 'Fornecedor',
  responsibleId: 'Responsável',
}

function openNamesOf(items: readonly ItemForm[]): OpenName[] {
  const found = new Map<string, OpenName>()
  for (const item of items) {
    for (const [field, name] of openNames(item)) {
      const key = `${field} ${searchable(name)}`
      const { count } = found.get(key) ?? { count: 0 }
      found.set(key, { field, name, count: count + 1, isAmbiguous: item.ambiguous.includes(field) })
    }
  }
  return [...found.values()]
}

/**
 * The pasted names that no list contains, or one more than once: one choice settles a name for all its items. Names that
 * a list contains once are settled at once, also when the list only loads or changes later.
 */
export function UnknownNames({ form }: { form: NewItemsForm }) {
  const { control, getValues, setValue, clearErrors } = form
  const [isToMany, names] = [
    useWatch({ control, name: 'destinationDepartmentIds' }) !== null,
    useWatch({ control, name: 'items', compute: openNamesOf }),
  ]
  const lists = useLists(form)
  const queryClient = useQueryClient()
  const open = names.filter(({ field }) => field !== 'responsibleId' || !isToMany)

  const settle = ({ field, name }: OpenName, choice: Choice | null) => {
    for (const [index, item] of getValues('items').entries()) {
      if (item[field] !== null || searchable(item.unknown[field] ?? '') !== searchable(name)) continue
      const { [field]: _, ...unknown } = item.unknown
      setValue(`items.${index}.unknown`, unknown)
      const value = field === 'supplierId' ? choice : (choice?.value ?? null)
      setValue(`items.${index}.${field}`, value, { shouldDirty: true })
      clearErrors(`items.${index}.${field}`)
    }
  }
  const judge = (one: OpenName, meant: readonly Choice[]) => {
    const [match, ...others] = meant
    if (match && others.length === 0) return settle(one, match)
    for (const [index, item] of getValues('items').entries()) {
      const { [one.field]: value, unknown, ambiguous } = item
      if (value !== null || searchable(unknown[one.field] ?? '') !== searchable(one.name)) continue
      const rest = ambiguous.filter((field) => field !== one.field)
      const now = others.length > 0 ? [...rest, one.field] : rest
      if (now.length !== ambiguous.length) setValue(`items.${index}.ambiguous`, now)
    }
  }
  const settleKnown = useEffectEvent(() => {
    for (const one of open) {
      const list = lists[one.field]
      if (list)
        judge(
          one,
          list.filter(({ label }) => searchable(label) === searchable(one.name)),
        )
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a list or the open names have changed
  useEffect(settleKnown, [names, lists.itemTypeId, lists.categoryId, lists.responsibleId])

  const settleSuppliers = useEffectEvent(async (signal: AbortSignal) => {
    for (const one of names.filter(({ field }) => field === 'supplierId')) {
      const meant = await findSuppliers(queryClient, one.name).catch(() => null)
      if (signal.aborted) return
      if (meant) judge(one, meant)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the open names have changed
  useEffect(() => {
    const abort = new AbortController()
    void settleSuppliers(abort.signal)
    return () => abort.abort()
  }, [names])

  const panel = useRef<HTMLDivElement>(null)
  // The fields of a settled name are gone: the focus goes on to the next name, after the last one to the items.
  const chosen = useRef<OpenName | null>(null)
  const choose = (one: OpenName, choice: Choice | null) => {
    chosen.current = one
    settle(one, choice)
  }
  useEffect(() => {
    const { field, name } = chosen.current ?? {}
    if (name === undefined || names.some((one) => one.field === field && one.name === name)) return
    chosen.current = null
    if (document.activeElement !== document.body) return
    const next = panel.current?.querySelector('input') ?? document.querySelector('[name="items.0.documentNumber"]')
    if (next instanceof HTMLElement) next.focus()
  }, [names])

  if (open.length === 0) return null
  return (
    <div ref={panel} className="mb-16">
      <Banner tone="pending">
        <p className="bold">{openNamesTitle(open)}</p>
        <p>Escolha uma vez o que cada um significa. Vale para todos os itens com este nome.</p>
        <ul className={classes.names}>
          {open.slice(0, mostShown).map((one) => (
            <li key={`${one.field} ${one.name}`} className={classes.unknownNamesName}>
              <span className={classes.unknownNamesWords}>
                <strong>“{one.name}”</strong> {fieldWords[one.field]} · {counted(one.count, 'item', 'itens')}
                {one.isAmbiguous && <span> · mais de uma vez na lista</span>}
              </span>
              {one.field === 'supplierId' ? (
                <SupplierSelect value={null} onChange={(choice) => choose(one, choice)} />
              ) : (
                <SearchableSelect
                  label={`${fieldWords[one.field]} para “${one.name}”`}
                  placeholder={lists[one.field] ? 'Selecione' : 'Selecione um departamento de destino primeiro'}
                  disabled={!lists[one.field]}
                  nothingFoundMessage="Nenhuma opção encontrada"
                  data={lists[one.field] ?? []}
                  value={null}
                  onChange={(value) => value && choose(one, { value, label: '' })}
                />
              )}
              {one.field !== 'itemTypeId' && (
                <Button variant="default" size="compact-md" onClick={() => choose(one, null)}>
                  Deixar em branco
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

/** '2 nomes colados não estão nas listas e 1 está mais de uma vez' */
function openNamesTitle(open: readonly OpenName[]): string {
  const several = open.filter(({ isAmbiguous }) => isAmbiguous).length
  const absent = open.length - several
  const isThere = several === 1 ? 'está' : 'estão'
  const notThere = counted(absent, 'nome colado não está nas listas', 'nomes colados não estão nas listas')
  if (several === 0) return notThere
  if (absent > 0) return `${notThere} e ${formatNumber(several)} ${isThere} mais de uma vez`
  return `${counted(several, 'nome colado', 'nomes colados')} ${isThere} nas listas mais de uma vez`
}

/** The options of each field; undefined while they cannot be known. */
function useLists({ control }: NewItemsForm): Partial<Record<ChoiceField, Choice[]>> {
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const destination = useWatch({ control, name: 'destinationDepartmentId' })
  const { data: types } = useQuery(itemTypesQuery)
  const { data: categories } = useQuery(categoriesQuery)
  const { data: people } = useQuery(departmentUsersQuery(destination ? Number(destination) : null))
  return {
    ...(types && { itemTypeId: optionsOf(types) }),
    ...(categories && { categoryId: optionsOf(categoriesFor(requiresReturn, categories)) }),
    ...(people && { responsibleId: optionsOf(people) }),
  }
}

/** The suppliers with exactly this name or CNPJ. */
async function findSuppliers(queryClient: QueryClient, text: string): Promise<Choice[]> {
  const { select: _, ...query } = supplierSearchQuery(text)
  const found = await queryClient.fetchQuery(query)
  const wanted = cnpjIn(text) ?? normaliseCnpj(text)
  const same = found.filter(({ name, cnpj }) => searchable(name) === searchable(text) || normaliseCnpj(cnpj) === wanted)
  // The search ends with it, so that more of its name may follow: it is not known to be the only one.
  const isLast = same.length === 1 && same[0] === found[mostSuppliersFound - 1]
  return isLast ? [] : same.map(supplierChoice)
}
