import { shortestSupplierSearch } from '@malote/core/suppliers/supplier.ts'
import { CloseButton, Loader } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Choice, ComboboxField } from '../../ui/fields/combobox-field.tsx'
import { supplierSearchQuery } from './suppliers.api.ts'

const texts = {
  placeholder: 'Digite o nome ou CNPJ do fornecedor...',
  tooShort: 'Digite pelo menos 2 caracteres para buscar',
  searching: 'Buscando fornecedores...',
  nothingFound: 'Nenhum fornecedor encontrado',
  failed: 'Não foi possível buscar os fornecedores. Tente novamente.',
}

interface SupplierSelectProps {
  value: Choice | null
  onChange: (supplier: Choice | null) => void
  error?: string | undefined
}

/** Debounce before a search request (contract 9.4), in milliseconds. */
const pause = 300

/** Selects one of many suppliers by searching on the server during typing. */
export function SupplierSelect({ value, onChange, error }: SupplierSelectProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const askLater = useDebouncedCallback(setAsked, pause)
  const words = (typed ?? '').trim()
  const isTooShort = words.length < shortestSupplierSearch
  const { data = [], isFetching, isError } = useQuery(supplierSearchQuery(asked))
  // Text that is not searched yet counts as loading, so that "nothing found" is not shown too early.
  const isAwaiting = !isTooShort && (isFetching || words !== asked)

  const type = (text: string | null) => {
    setTyped(text)
    if (text !== null) askLater(text.trim())
  }
  const messageOf = () => {
    if (isTooShort) return texts.tooShort
    if (isAwaiting) return texts.searching
    return isError ? texts.failed : texts.nothingFound
  }
  return (
    <ComboboxField
      label="Fornecedor"
      placeholder={texts.placeholder}
      error={error}
      value={value}
      onChange={onChange}
      canBeEmptied
      typed={typed}
      onType={type}
      options={isTooShort || isAwaiting || isError ? [] : data}
      message={messageOf()}
      isAwaiting={isAwaiting}
      rightSectionPointerEvents="all"
      rightSection={<RightSection isSearching={isAwaiting} onClear={value ? () => onChange(null) : null} />}
    />
  )
}

function RightSection({ isSearching, onClear }: { isSearching: boolean; onClear: (() => void) | null }) {
  if (isSearching) return <Loader size={16} aria-hidden />
  if (!onClear) return null
  return (
    <CloseButton
      size="sm"
      aria-label="Limpar seleção"
      // Keyboard users clear the field itself.
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  )
}
