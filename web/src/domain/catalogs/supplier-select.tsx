import { shortestSupplierSearch } from '@malote/core/suppliers/supplier.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choice } from '../../ui/fields/combobox-field.tsx'
import { SearchSelect } from '../../ui/fields/search-select.tsx'
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

export function SupplierSelect({ value, onChange, error }: SupplierSelectProps) {
  const [text, setText] = useState('')
  const { data = [], isFetching, isError } = useQuery(supplierSearchQuery(text))
  return (
    <SearchSelect
      label="Fornecedor"
      value={value}
      onChange={onChange}
      options={data}
      onSearch={setText}
      isSearching={isFetching}
      hasFailed={isError}
      minLength={shortestSupplierSearch}
      texts={texts}
      error={error}
    />
  )
}
