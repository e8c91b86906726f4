import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import type { Supplier } from '@malote/core/suppliers/supplier.ts'
import { counted } from '../../lib/format.ts'
import { ActiveBadge } from '../../ui/status-badge.tsx'
import { codeAndStore, placeOf } from './supplier-columns.tsx'
import classes from './suppliers.module.css'

/** A supplier's details on its card, for phones. */
export function SupplierDetails(supplier: Supplier) {
  const { cnpj, isActive, protocolsCount } = supplier
  const facts = [codeAndStore(supplier), placeOf(supplier), counted(protocolsCount ?? 0, 'protocolo', 'protocolos')]
  return (
    <>
      <div className={classes.facts}>
        <span className={classes.number}>{formatCnpj(cnpj ?? '') || '—'}</span>
        <ActiveBadge isActive={isActive} />
      </div>
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}
