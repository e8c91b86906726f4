import { Skeleton } from '@mantine/core'
import type { DataTableProps } from './data-table-props.ts'
import { pressable } from './row-press.ts'

/** The rows of a table, or their skeletons. */
export function DataTableRows<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, isFetching = false, skeletonRows = 10, isSelected, onRowPress } = props
  if (!rows) {
    // A tbody with its own key: React would otherwise reuse the skeleton elements for the rows.
    return (
      <tbody key="skeleton">
        {Array.from({ length: skeletonRows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <tr key={index}>
            {columns.map(({ key, align }, column) => (
              <td key={key}>
                <Skeleton
                  height={12}
                  width={`${45 + ((index * 3 + column * 5) % 5) * 10}%`}
                  {...(align === 'end' && { ms: 'auto' })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    )
  }
  return (
    <tbody data-dimmed={isFetching}>
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          data-selected={isSelected?.(row) || undefined}
          {...(onRowPress && pressable((press) => onRowPress(row, press)))}
        >
          {columns.map(({ key, cell, align, isRowHeader, rowName }) =>
            isRowHeader ? (
              <th key={key} scope="row" data-align={align} aria-label={rowName?.(row)}>
                {cell(row)}
              </th>
            ) : (
              <td key={key} data-align={align}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  )
}
