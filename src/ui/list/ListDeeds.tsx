import { lazy, Suspense } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import type { BulkBarProps } from './BulkBar.tsx'
import type { Work } from './use-work.ts'

const BulkBar = lazy(() => import('./BulkBar.tsx').then((module) => ({ default: module.BulkBar }))) as <R extends Row>(
  props: BulkBarProps<R>,
) => React.ReactNode

/** The bar of what can be done to the selected rows, and the toasts of what was; each is loaded when first wanted. */
export function ListDeeds<R extends Row>({ work }: { work: Work<R> }) {
  const { list, selection, selected, toasts, onRun } = work
  return (
    <Suspense>
      {list.bulk && selection && selected.length > 0 && (
        <BulkBar
          actions={list.bulk}
          rows={selected}
          pictureOf={(row) => list.phone(row).picture}
          onRun={onRun}
          onClear={selection.clear}
        />
      )}
      {toasts.Region && <toasts.Region />}
    </Suspense>
  )
}
